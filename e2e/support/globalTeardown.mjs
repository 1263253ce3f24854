import { rmSync } from 'node:fs';

export default function globalTeardown() {
  rmSync(process.env.WALLET_PASS_E2E_RUN, { recursive: true, force: true, maxRetries: 5 });
}
