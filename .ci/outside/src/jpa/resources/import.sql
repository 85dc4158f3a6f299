insert into orders (id, item, quantity) values (1, 'tea', 1);
