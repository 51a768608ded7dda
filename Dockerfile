# Builds the shop and keeps what serving it takes. tests/container.test.ts runs the same steps as plain commands.
FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/container.ts /out

FROM node:24-slim AS production
WORKDIR /shop
COPY package.json package-lock.json ./
# The image brings Node 24 itself; the pinned copy of the lock is for machines that don't.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin /root/.npm

FROM node:24-slim
LABEL org.opencontainers.image.title="Chambeli" \
      org.opencontainers.image.description="An online shop for clothing and intimate wear" \
      org.opencontainers.image.licenses="UNLICENSED"
# glibc's allocator keeps what renders and pictures needed for a moment; jemalloc gives it back (docs/operations.md).
RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2 \
 && rm -rf /var/lib/apt/lists/* && ln -s /usr/lib/*-linux-gnu/libjemalloc.so.2 /usr/local/lib/libjemalloc.so.2
# A named volume mounted here takes over the owner of this folder.
RUN install -d -o 10001 -g 10001 /var/cache/chambeli
WORKDIR /shop
COPY --from=production /shop/node_modules ./node_modules
COPY --from=build /out ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SHOP_CACHE=/tmp/shop-cache SHUTDOWN_WAIT=5 \
    NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=144" \
    LD_PRELOAD=/usr/local/lib/libjemalloc.so.2 \
    MALLOC_CONF=narenas:2,dirty_decay_ms:500,muzzy_decay_ms:0,background_thread:true
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.ts"]
