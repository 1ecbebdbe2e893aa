# shellcheck shell=bash
# Shared by install.sh and openstack.sh: places, ports, and daemons without systemd.
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=${VETRO_OPENSTACK_DIR:-/var/lib/vetro-openstack}
PACKAGES=$ROOT/packages ETC=$ROOT/etc LOG=$ROOT/log RUN=$ROOT/run DATA=$ROOT/data
BIN=$PACKAGES/usr/bin
HOST=127.0.0.1
# shellcheck source=scripts/openstack/ports.sh
. "$HERE/ports.sh"
# the distribution's Python, not another one that is first in PATH
PYTHON=/usr/bin/python3
# everything listens on the loopback alone and is thrown away
PASSWORD=vetro-test
AUTH_URL=http://$HOST:$KEYSTONE_PORT/v3
DB_SOCKET=$RUN/mysqld.sock
mkdir -p "$ETC" "$LOG" "$RUN" "$DATA"
export PYTHONWARNINGS=ignore no_proxy=127.0.0.1,localhost NO_PROXY=127.0.0.1,localhost

say() { printf '%s %s\n' "$(date +%H:%M:%S)" "$*"; }

# When a process began; nothing for one that has ended, even if nobody has collected it.
process_start() { awk '{ sub(/^.*\) /, ""); if ($1 != "Z") print $20 }' "/proc/$1/stat" 2>/dev/null; }

alive() { # name
  local pid began
  [ -s "$RUN/$1.pid" ] || return 1
  read -r pid began <"$RUN/$1.pid"
  [ -n "$began" ] && [ "$(process_start "$pid")" = "$began" ]
}

start() { # name command...: a daemon in a session of its own; its file says "pid start"
  local name=$1
  shift
  if alive "$name"; then return 0; fi
  setsid nohup "$@" >>"$LOG/$name.log" 2>&1 </dev/null &
  local pid=$!
  echo "$pid $(process_start $pid)" >"$RUN/$name.pid"
  disown "$pid" 2>/dev/null || true
}

stop() { # name [tenths of a second until it is killed]
  local name=$1 pid began
  alive "$name" || { rm -f "$RUN/$name.pid"; return 0; }
  read -r pid began <"$RUN/$name.pid"
  kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
  for _ in $(seq 1 "${2:-100}"); do
    alive "$name" || break
    sleep 0.1
  done
  if alive "$name"; then kill -KILL -- "-$pid" 2>/dev/null || true; fi
  rm -f "$RUN/$name.pid"
}

died() { say "$1 has ended; its log says:"; tail -15 "$LOG/$1.log"; return 1; }

wait_port() { # name port
  for _ in $(seq 1 600); do
    if (exec 3<>"/dev/tcp/$HOST/$2") 2>/dev/null; then return 0; fi
    alive "$1" || died "$1" || return 1
    sleep 0.2
  done
  say "$1 does not listen on port $2"
  return 1
}

wait_http() { # name url
  for _ in $(seq 1 480); do
    case $(curl -s -o /dev/null -m 10 -w '%{http_code}' "$2" || true) in 200 | 300 | 401) return 0 ;; esac
    alive "$1" || died "$1" || return 1
    sleep 0.25
  done
  say "$1 does not answer at $2"
  return 1
}

sql() { mysql --no-defaults -uroot -S "$DB_SOCKET" "$@"; }
db_url() { echo "mysql+pymysql://$1:$PASSWORD@$HOST:$DB_PORT/${2:-$1}?charset=utf8"; }

make_db() { # name [user]: a database and its user
  local user=${2:-$1}
  sql -e "CREATE DATABASE IF NOT EXISTS $1 CHARACTER SET utf8;
    CREATE USER IF NOT EXISTS '$user'@'127.0.0.1' IDENTIFIED BY '$PASSWORD';
    CREATE USER IF NOT EXISTS '$user'@'localhost' IDENTIFIED BY '$PASSWORD';
    GRANT ALL ON $1.* TO '$user'@'127.0.0.1'; GRANT ALL ON $1.* TO '$user'@'localhost';"
}

is_done() { [ -e "$ROOT/done.$1" ]; }
mark_done() { touch "$ROOT/done.$1"; }
