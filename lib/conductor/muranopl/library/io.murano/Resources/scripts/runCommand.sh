#!/bin/bash
# The command comes as one argument and may hold anything that a shell understands.
eval "$1"
