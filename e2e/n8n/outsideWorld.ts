/**
 * The internet, as a server in a test sees it: a proxy behind which every host is an npm registry with a
 * single package, ours. n8n's own installer runs completely (lookup, `npm pack`, `npm install`) with the
 * packed tarball, before anything is published, and no test reaches the real internet.
 *
 * n8n uses a custom registry only with a license, so the network is replaced instead of n8n's settings.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createSecureContext } from 'node:tls';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

import { runProgram } from '../support/tools';

export interface OutsideWorld {
  /** Environment variables for a process and the npm it runs. 127.0.0.1 stays reachable. */
  env: Record<string, string>;
  /** `GET host/path` of every request, in order. */
  asked: string[];
  close(): Promise<void>;
}

/** @param tarball path of the packed package */
export async function startOutsideWorld(tarball: string): Promise<OutsideWorld> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'wallet-pass-outside-'));
  const authority = new CertificateAuthority(folder);
  const asked: string[] = [];
  const app = registry(await readPackage(tarball), (request) => asked.push(request));

  const answer = getRequestListener(app.fetch);
  const inside = createHttpsServer(
    {
      SNICallback: (host, done) => {
        done(null, createSecureContext(authority.certificateFor(host)));
      },
    },
    (request, response) => void answer(request, response),
  );
  const sockets = new Set<Socket>();
  const proxy = createHttpServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502).end();
  });
  proxy.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  proxy.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    inside.emit('connection', socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  return {
    env: {
      HTTP_PROXY: url,
      HTTPS_PROXY: url,
      NO_PROXY: 'localhost,127.0.0.1',
      NODE_EXTRA_CA_CERTS: authority.file,
      // Ignore the npm settings of this machine.
      npm_config_userconfig: path.join(folder, 'npmrc'),
      npm_config_globalconfig: path.join(folder, 'npmrc-global'),
      npm_config_cache: path.join(folder, 'npm-cache'),
      npm_config_update_notifier: 'false',
    },
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Package {
  manifest: { name: string; version: string };
  tarball: Buffer;
}

async function readPackage(file: string): Promise<Package> {
  const manifest = runProgram('tar', ['-xzOf', file, 'package/package.json']);
  return { manifest: JSON.parse(manifest) as Package['manifest'], tarball: await readFile(file) };
}

/** The part of the registry's API that n8n and npm use: a version, a package, its tarball. */
function registry({ manifest, tarball }: Package, onRequest: (request: string) => void): Hono {
  const { name, version } = manifest;
  const app = new Hono();
  app.use(async ({ req }, next) => {
    const { host, pathname } = new URL(req.url);
    onRequest(`${req.method} ${host}${pathname}`);
    await next();
  });

  const published = (base: string) => ({
    ...manifest,
    dist: {
      tarball: `${new URL(base).origin}/${name}/-/${name}-${version}.tgz`,
      shasum: createHash('sha1').update(tarball).digest('hex'),
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    },
  });
  app.get(`/${name}`, ({ req, json }) =>
    json({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: published(req.url) },
    }),
  );
  for (const asked of [version, 'latest']) {
    app.get(`/${name}/${asked}`, ({ req, json }) => json(published(req.url)));
  }
  app.get(`/${name}/-/*`, ({ body }) => body(new Uint8Array(tarball)));
  app.notFound(({ json }) => json({ error: 'Not found' }, 404));
  return app;
}

/** Issues certificates for any requested host, with a certificate authority for this run only. */
class CertificateAuthority {
  /** Certificate of the authority, for NODE_EXTRA_CA_CERTS. */
  readonly file: string;
  private readonly key: string;
  private readonly made = new Map<string, { key: string; cert: string }>();

  constructor(private readonly folder: string) {
    this.file = path.join(folder, 'authority.pem');
    this.key = path.join(folder, 'authority.key');
    runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
      ...['-subj', '/CN=Registry of a test', '-keyout', this.key, '-out', this.file],
    ]);
  }

  certificateFor(host: string): { key: string; cert: string } {
    const known = this.made.get(host);
    if (known) return known;
    const key = path.join(this.folder, 'host.key');
    const cert = runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
      ...['-addext', `subjectAltName=DNS:${host}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
      ...['-CA', this.file, '-CAkey', this.key, '-keyout', key],
    ]);
    const pair = { key: readFileSync(key, 'utf8'), cert };
    this.made.set(host, pair);
    return pair;
  }
}
