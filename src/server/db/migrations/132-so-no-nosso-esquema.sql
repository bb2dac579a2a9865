-- What runs with the owner's rights looks nowhere but in our schema (030), which 092 took away by writing it anew: without `pg_temp`
-- at the end, temporary tables of the program come before ours, and their triggers would run with those rights.
do $$ begin
  execute format('alter function apagar_do_log(bigint) set search_path = %I, pg_temp', current_schema());
end $$;
