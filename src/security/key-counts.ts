/** Adds to the count of a key, which is forgotten when nothing is left. */
export function addToCount<K>(counts: Map<K, number>, key: K, by: number): void {
  const left = (counts.get(key) ?? 0) + by
  if (left > 0) counts.set(key, left)
  else counts.delete(key)
}
