select setseed(0.2024);
-- Four films of each title, and one in 2,000 of each genre and year.
insert into films (title, genre, released, plot)
select 'Film ' || n % greatest(1, current_setting('reviews.rows')::bigint / 4), 'Genre ' || n / 100 % 20, 1925 + n % 100, repeat(md5(n::text), 4)
from generate_series(1, current_setting('reviews.rows')::bigint) n;
-- Few films have many reviews, and most have none or one.
insert into reviews (film_id, user_id, rating)
select film_id, user_id, 1 + floor(3 * (film_id * 7919 % 101) / 101.0 + 2 * random())
from (
  select
    1 + floor(current_setting('reviews.rows')::bigint * power(random(), 5))::bigint as film_id,
    1 + floor(greatest(1, current_setting('reviews.rows')::bigint / 20) * random())::bigint as user_id
  from generate_series(1, current_setting('reviews.rows')::bigint)
) seen;
-- Checked once, rather than for each row.
alter table reviews add foreign key (film_id) references films;
