#!/bin/sh
echo "$4 started" >> "$5"
cd "$(dirname "$0")"
# The files of a plan go with it; the page stays as long as the machine.
mkdir -p ../page && cp page.mjs ../page/ && cd ../page
nohup node page.mjs "$1" "$2" "$3" "$4" > /dev/null 2>&1 &
echo "http://$1:$2/"
