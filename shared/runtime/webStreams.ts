/** The web's streams under the names that `node:stream/web` exports, for the bundles (build.mjs). */
const Transform = TransformStream;
const CountQueuing = CountQueuingStrategy;
export { Transform as TransformStream, CountQueuing as CountQueuingStrategy };
