// RFC 7396: what a patch makes of a state. The old state stays as it was.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export function applied(target, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = applied(result[key], value);
  }
  return result;
}
