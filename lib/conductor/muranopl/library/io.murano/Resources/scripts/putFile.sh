#!/bin/bash
# $1: the content in base64; $2: where it goes
set -e
mkdir -p "$(dirname "$2")"
echo "$1" | base64 --decode > "$2"
