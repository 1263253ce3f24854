import dns from 'node:dns';
import { Socket } from 'node:net';

/** An address of the public internet that reaches this machine while `usePublicAddress` is on. */
export const PUBLIC_ADDRESS = '93.184.215.14';

/** Connects `PUBLIC_ADDRESS` to this machine, as a router does, for the tests of a file. */
export function usePublicAddress(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its socket
  const { connect } = Socket.prototype;
  beforeAll(() => {
    Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
      // Node passes the arguments of `net.connect` on as one list.
      const [options] = [args[0]].flat() as { host?: string }[];
      if (options?.host === PUBLIC_ADDRESS) options.host = '127.0.0.1';
      return Reflect.apply(connect, this, args) as Socket;
    } as typeof connect;
  });
  afterAll(() => {
    Socket.prototype.connect = connect;
  });
}

/** Makes every name lead to these addresses, until the end of the test. */
export function namesLeadTo(...addresses: string[]): void {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  jest
    .spyOn(dns, 'lookup')
    .mockImplementation(((
      _name: string,
      _options: object,
      callback: (error: null, found: object[]) => void,
    ) => callback(null, found)) as unknown as typeof dns.lookup);
}

afterEach(() => jest.restoreAllMocks());
