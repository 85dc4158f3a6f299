// The application of a user, built with Gradle. .ci/check-outside puts it beside the sources, and gives it the folder of what
// is staged.
plugins {
    application
}

repositories {
    mavenCentral()
    exclusiveContent {
        forRepository { maven { url = uri(providers.gradleProperty("staging").get()) } }
        filter { includeGroup("io.perfstarter") }
    }
}

dependencies {
    implementation(platform("org.springframework.boot:spring-boot-dependencies:4.1.0"))
    implementation("org.springframework.boot:spring-boot-starter-webmvc")
    // tag::dependency[]
    implementation("io.perfstarter:perf-starter-autoconfigure:0.2.0-SNAPSHOT")
    // end::dependency[]
}

sourceSets {
    main {
        java {
            srcDir("src/memory/java")
        }
    }
}

tasks.withType<JavaCompile>().configureEach {
    options.release = 17
    options.compilerArgs.add("-parameters")
}

application {
    mainClass = "com.example.orders.OrdersApplication"
}
