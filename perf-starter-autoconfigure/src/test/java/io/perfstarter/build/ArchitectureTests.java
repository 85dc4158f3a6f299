package io.perfstarter.build;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.perfstarter.peer.RegisteredInstance;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rules of the house: which room may open into which, and what stays inside.
 */
@AnalyzeClasses(packages = "io.perfstarter",
		importOptions = { DoNotIncludeTests.class, ArchitectureTests.DoNotIncludeTestFixtures.class })
class ArchitectureTests {

	private static final Set<String> FEATURES = Set.of("eviction", "coherence", "routing", "boundary", "async",
			"warmup", "reporting");

	private static final Set<String> SHARED = Set.of("client", "jdbc", "peer", "remote", "support");

	/**
	 * The allowed dependencies of features, besides those on {@code support}.
	 */
	private static final Set<String> ARROWS = Set.of("eviction -> coherence", "coherence -> jdbc", "coherence -> peer",
			"routing -> jdbc", "boundary -> jdbc", "reporting -> jdbc", "boundary -> remote", "reporting -> remote",
			"jdbc -> remote", "reporting -> client");

	/**
	 * The features with types that applications import. These types are in the root
	 * package of the feature.
	 */
	private static final Set<String> WITH_API = Set.of("eviction", "routing", "boundary", "async", "warmup");

	/**
	 * The public types in a root package of a feature that are not part of the API: the
	 * auto-configuration needs them, and they share package-private code with the API.
	 */
	private static final Set<String> INTERNAL = Set.of("async.BoundedExecutors", "async.BoundedTaskExecutor",
			"async.ExecutorSettings", "async.ExecutorSettings$Submit", "async.ExecutorSettings$WhenFull",
			"eviction.EvictionAssembly", "eviction.InvalidEvictionException");

	/**
	 * What users may supply as beans, or several features need, and would need Boot's
	 * types for in core.
	 */
	private static final Set<String> CONTRACTS = Set.of("routing.autoconfigure.ReplicaConnectionDetails",
			"jdbc.autoconfigure.UnpooledDataSource", "coherence.autoconfigure.TransactionAccountConfiguration",
			"web.autoconfigure.ActuatorPaths", "web.autoconfigure.TomcatThreadPools",
			"settings.autoconfigure.BasePackages", "settings.autoconfigure.ConditionalOnSwitch",
			"settings.autoconfigure.CannotStartException", "settings.autoconfigure.HelpPage",
			"settings.autoconfigure.SecretProperties", "web.autoconfigure.HealthEntry");

	@ArchTest
	static final ArchRule featuresKeepToTheirArrows = classes().that(inCore())
		.should(new ArchCondition<>("depend on other features along the arrows only") {
			@Override
			public void check(JavaClass type, ConditionEvents events) {
				String from = feature(type);
				type.getDirectDependenciesFromSelf().forEach((dependency) -> {
					String to = feature(dependency.getTargetClass());
					if (!to.isEmpty() && !to.equals(from) && !to.equals("support")
							&& !ARROWS.contains(from + " -> " + to)) {
						events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
					}
				});
			}
		});

	@ArchTest
	static final ArchRule coreKnowsNoBoot = noClasses().that(inCore())
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..");

	@ArchTest
	static final ArchRule featuresKnowNoTransportBehindItsInterface = noClasses().that(inCore())
		.and()
		.resideOutsideOfPackage("io.perfstarter.peer..")
		.should()
		.dependOnClassesThat(resideInAPackage("io.perfstarter.peer..")
			.and(nameMatching(".*\\.(Http.*|PeerClient|PeerListener|PeerEndpoint.*|MessageSigner)")));

	@ArchTest
	static final ArchRule protocolIsPureJava = noClasses().that()
		.resideInAPackage("io.perfstarter.coherence.protocol..")
		.should()
		.dependOnClassesThat(resideOutsideOfPackages("java..", "org.jspecify..", "io.perfstarter.coherence.protocol..")
			.and(not(type(RegisteredInstance.class))));

	@ArchTest
	static final ArchRule logIsPureJava = noClasses().that()
		.resideInAPackage("io.perfstarter.coherence.log..")
		.should()
		.dependOnClassesThat()
		.resideOutsideOfPackages("java..", "org.jspecify..", "io.perfstarter.coherence.protocol..",
				"io.perfstarter.coherence.log..");

	@ArchTest
	static final ArchRule rulesAndAdviceArePureJava = noClasses().that()
		.resideInAnyPackage("io.perfstarter.reporting.window..", "io.perfstarter.reporting.rules..")
		.or(areAdvice())
		.should()
		.dependOnClassesThat(resideOutsideOfPackages("java..", "org.jspecify..", "org.HdrHistogram..",
				"io.perfstarter.reporting.window..", "io.perfstarter.reporting.rules..")
			.and(not(areAdvice())));

	@ArchTest
	static final ArchRule generationsArePureJava = noClasses().that()
		.haveNameMatching(".*\\.(Generations|RecentEvictions|SingleFlight)(\\$.*)?")
		.should()
		.dependOnClassesThat()
		.resideOutsideOfPackages("java..", "org.jspecify..", "io.perfstarter.coherence.guard..");

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching("io.perfstarter.(**)")
		.that(DescribedPredicate.describe("are in core", (slice) -> slice.stream().allMatch(inCore())))
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule rootPackagesShowTheApiOnly = classes().that(areInARootWithApi())
		.and(DescribedPredicate.describe("are not listed", (type) -> !isListed(shortName(type))))
		.and()
		.doNotHaveSimpleName("package-info")
		.should(new ArchCondition<>("not be public at the top") {
			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean visible = type.getModifiers().contains(JavaModifier.PUBLIC)
						&& type.getEnclosingClass().map((outer) -> isListed(shortName(outer))).orElse(true);
				if (visible) {
					events.add(SimpleConditionEvent.violated(type, type.getName() + " is public"));
				}
			}
		});

	/**
	 * So that the lists contain nothing that was moved or removed.
	 */
	@ArchTest
	static void listedTypesExist(JavaClasses classes) {
		Set<String> shown = classes.stream()
			.filter(areInARootWithApi())
			.map(ArchitectureTests::shortName)
			.collect(Collectors.toSet());
		assertThat(shown).containsAll(INTERNAL);
		assertThat(ApiReference.TYPES).allMatch((name) -> shown.contains(name) || CONTRACTS.contains(name));
	}

	@ArchTest
	static final ArchRule autoConfigurationsArePublicFinalAndShowNothing = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.andShould()
		.haveSimpleNameEndingWith("AutoConfiguration")
		.andShould(new ArchCondition<>("have no public members but the constructor") {
			@Override
			public void check(JavaClass type, ConditionEvents events) {
				type.getMembers()
					.stream()
					.filter((member) -> member.getModifiers().contains(JavaModifier.PUBLIC))
					.filter((member) -> member instanceof JavaMethod)
					.map(JavaMember::getFullName)
					.forEach((name) -> events.add(SimpleConditionEvent.violated(type, name + " is public")));
			}
		});

	@ArchTest
	static final ArchRule autoConfigureShowsAutoConfigurationsAndContractsOnly = classes().that()
		.resideInAPackage("io.perfstarter..autoconfigure..")
		.and()
		.areNotAnnotatedWith(AutoConfiguration.class)
		.and()
		.areNotAnnotatedWith(ConfigurationProperties.class)
		.and(DescribedPredicate.describe("are no contracts", (type) -> !CONTRACTS.contains(shortName(type))))
		.and()
		.doNotHaveSimpleName("package-info")
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule conditionsAreNotPublic = classes().that()
		.areAssignableTo(Condition.class)
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule conditionsOnClassesStandOnClasses = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.notBeAnnotatedWith(ConditionalOnClass.class);

	@ArchTest
	static final ArchRule beansHaveAPrefix = methods().that()
		.areAnnotatedWith(Bean.class)
		.and()
		.areDeclaredInClassesThat()
		.resideInAPackage("io.perfstarter..autoconfigure..")
		.should()
		.haveNameStartingWith("perfStarter");

	/**
	 * Only an interface can be implemented by an application that replaces our bean.
	 */
	@ArchTest
	static final ArchRule beansThatGiveWayAreInterfaces = methods().that()
		.areAnnotatedWith(Bean.class)
		.and()
		.areAnnotatedWith(ConditionalOnMissingBean.class)
		.should(new ArchCondition<>("give way to an interface of ours, to a type of another library or to a name") {
			@Override
			public void check(JavaMethod method, ConditionEvents events) {
				ConditionalOnMissingBean condition = method.getAnnotationOfType(ConditionalOnMissingBean.class);
				Stream<Class<?>> types = (condition.value().length == 0 && condition.name().length == 0)
						? Stream.of(method.getRawReturnType().reflect()) : Stream.of(condition.value());
				types.filter((type) -> type.getName().startsWith("io.perfstarter.") && !type.isInterface())
					.forEach((type) -> events.add(SimpleConditionEvent.violated(method,
							method.getFullName() + " gives way to the class " + type.getName())));
			}
		});

	@ArchTest
	static final ArchRule caseChangesNameTheirLocale = noClasses().should()
		.callMethod(String.class, "toLowerCase")
		.orShould()
		.callMethod(String.class, "toUpperCase");

	@ArchTest
	static final ArchRule listsAreCollectedUnmodifiable = noClasses().should().callMethod(Collectors.class, "toList");

	private static DescribedPredicate<JavaClass> inCore() {
		return DescribedPredicate.describe("are in core", (type) -> !feature(type).isEmpty());
	}

	private static DescribedPredicate<HasName> areAdvice() {
		return nameMatching("io\\.perfstarter\\.reporting\\.(\\w*Advice|\\w+Facts|PoolLoad)(\\$.*)?");
	}

	private static DescribedPredicate<JavaClass> areInARootWithApi() {
		return DescribedPredicate.describe("are in the root package of a feature with API types",
				(type) -> WITH_API.contains(type.getPackageName().replaceFirst("^io\\.perfstarter\\.", "")));
	}

	/**
	 * The feature of a class of core; empty for all other classes.
	 */
	private static String feature(JavaClass type) {
		String[] path = type.getPackageName().split("\\.");
		boolean core = path.length > 2 && type.getPackageName().startsWith("io.perfstarter.")
				&& !type.getPackageName().toLowerCase(Locale.ROOT).contains(".autoconfigure")
				&& (FEATURES.contains(path[2]) || SHARED.contains(path[2]));
		return core ? path[2] : "";
	}

	private static boolean isListed(String name) {
		return INTERNAL.contains(name) || ApiReference.TYPES.contains(name);
	}

	private static String shortName(JavaClass type) {
		return type.getName().replaceFirst("^io\\.perfstarter\\.", "");
	}

	/**
	 * Excludes the artifact of core's test fixtures.
	 */
	static final class DoNotIncludeTestFixtures implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return !location.contains("-tests.jar!/");
		}

	}

}
