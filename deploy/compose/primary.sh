# Prepares the database for PgBouncer and for a standby. The image of Postgres runs it when it creates the database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set database="$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" <<'SQL'
alter database :"database" set jit = off;
create role replica replication login password :'password';
select pg_create_physical_replication_slot('replica');
SQL
echo 'host replication replica samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --command 'select pg_reload_conf()'
