#!/usr/bin/env bash
# Installs the package in a new container of an n8n image, by the commands in docs/publishing.md, and checks what n8n has loaded.
# Needs Docker, a free port 5678 and `npm ci`. Another image: e2e/docker/install.sh docker.n8n.io/n8nio/n8n:2.41.1
set -euo pipefail
cd "$(dirname "$0")/../.."

image=${1:-docker.n8n.io/n8nio/n8n:3.0.0}
container=wallet-pass-n8n
url=http://127.0.0.1:5678
cleanup() { docker rm --force --volumes "$container" > /dev/null 2>&1 || true; }
ready() { curl --silent --fail --retry 60 --retry-delay 2 --retry-all-errors --output /dev/null "$url/healthz/readiness"; }
trap cleanup EXIT
cleanup

npm run build
npm pack
docker run --detach --name "$container" --publish 127.0.0.1:5678:5678 --volume /home/node/.n8n \
  --env N8N_UNVERIFIED_PACKAGES_ENABLED=true "$image"
ready
commands=$(sed -n '/^docker cp/,/^docker restart/p' docs/publishing.md)
[ -n "$commands" ]
echo "$commands" | sed -e "s/ n8n:/ $container:/" -e "s/exec n8n /exec $container /" -e "s/restart n8n$/restart $container/" | bash -ex
ready
npx tsx e2e/docker/expectNodes.ts "$url" || { docker logs --tail 50 "$container"; exit 1; }
