create table zones (
  id bigint primary key,
  parking_lot_id bigint not null,
  name varchar(100) not null,
  level int not null
);
create table categories (
  id bigint primary key,
  name varchar(100) not null,
  price_per_month int not null
);
create table exchanges (
  id bigint primary key,
  car_number varchar(20) not null,
  reason varchar(100) not null
);
create table tickets (
  id bigint primary key,
  parking_lot_id bigint not null,
  zone_id bigint not null references zones,
  category_id bigint not null references categories,
  exchange_id bigint not null references exchanges,
  car_number varchar(20) not null,
  start_at timestamp not null,
  end_at timestamp not null,
  status varchar(20) not null,
  notes varchar(500) not null
);
create index tickets_by_lot on tickets (parking_lot_id, start_at, id);
create table members (
  id bigint primary key,
  email varchar(100) not null unique,
  name varchar(100) not null,
  joined_at timestamp not null
);
create table blocked_tokens (
  token varchar(100) primary key
);
create table stock (
  category_id bigint primary key references categories,
  remaining bigint not null
);
