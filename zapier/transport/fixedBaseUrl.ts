/**
 * The URL of the service for all connections, which then ask for the API key alone. `undefined` if each
 * connection has its own. `build.mjs` puts the value of the variable into the app.
 */
export const FIXED_BASE_URL = process.env.WALLET_PASS_BASE_URL;
