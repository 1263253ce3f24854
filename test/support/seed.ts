import fc from 'fast-check';

/** One seed for every property, so that each run tests the same cases. `SEED=$RANDOM npm run test:long` explores. */
export const SEED = Number(process.env.SEED ?? 20_260_513);

fc.configureGlobal({ seed: SEED });
