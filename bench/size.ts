/** Set by `npm run bench -- short`, which runs every part with few passes, to see that it works. */
export const SHORT = process.argv[2] === 'short';

/** How much to measure. @param short without meaning as a measurement */
export const size = <T>(usual: T, short: T): T => (SHORT ? short : usual);
