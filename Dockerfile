# Builds an image with only what serving the shop needs. `npm run measure -- image` builds it without a daemon and checks it;
# tests/container.test.ts runs the same steps as plain commands.
#
# Pinned to the index of the official image. To find a newer digest: docker buildx imagetools inspect node:24.21.0-bookworm-slim
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The build contains all packages but those with binaries, which are copied as they were installed here.
RUN npm run build && node scripts/container.ts /out && node scripts/loaded-modules.ts /modules

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Chambeli" \
      org.opencontainers.image.description="An online shop for clothing and intimate wear" \
      org.opencontainers.image.licenses="UNLICENSED"
# glibc's allocator keeps freed memory of renders and pictures; jemalloc returns it to the system (docs/operations.md).
# A named volume that is mounted at /var/cache/chambeli gets that folder's owner.
RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/cache/debconf /var/log/apt /var/log/dpkg.log \
 && ln -s /usr/lib/*-linux-gnu/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2 \
 && install -d -o 10001 -g 10001 /var/cache/chambeli
WORKDIR /shop
COPY --from=build /modules ./node_modules
COPY --from=build /out ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SHOP_CACHE=/tmp/shop-cache SHUTDOWN_WAIT=5 \
    LD_PRELOAD=/usr/local/lib/libjemalloc.so.2 \
    MALLOC_CONF=narenas:1,dirty_decay_ms:500,muzzy_decay_ms:0,background_thread:true
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/container-start.ts"]
