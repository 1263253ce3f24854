/** Replaces `node:stream/web` in the bundles (build.mjs): exports the global classes under its names. */
const Transform = TransformStream;
const CountQueuing = CountQueuingStrategy;
export { Transform as TransformStream, CountQueuing as CountQueuingStrategy };
