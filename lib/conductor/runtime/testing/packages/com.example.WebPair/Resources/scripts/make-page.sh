#!/bin/sh
echo "$1 from $(hostname)"
