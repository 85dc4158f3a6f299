create table if not exists orders (id bigint primary key, item varchar(100) not null, quantity int not null);
merge into orders (id, item, quantity) values (1, 'tea', 1);
