# Copies the primary when there is no complete copy yet, then follows it.
set -eu
chmod 700 "$PGDATA"
if [ ! -e "$PGDATA/copied" ]; then
  find "$PGDATA" -mindepth 1 -delete
  PGPASSWORD=$REPLICATION_PASSWORD pg_basebackup --host "$PRIMARY_HOST" --port "${PRIMARY_PORT:-5432}" --username replica \
    --pgdata "$PGDATA" --slot replica --write-recovery-conf --checkpoint fast
  touch "$PGDATA/copied"
fi
# Else long statements are canceled when the primary cleans up old rows.
exec postgres -c hot_standby_feedback=on
