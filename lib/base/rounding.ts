/**
 * Rounds a number as people read it, with halves away from zero: 1.005 to 1.01, like Postgres and the figures on
 * screens. `toFixed` rounds the binary value, which is slightly less than 1.005.
 */
export function roundTo(value: number, digits: number): number {
  const [decimal, exponent = "0"] = String(Math.abs(value)).split("e");
  const shifted = Math.round(Number(`${decimal}e${Number(exponent) + digits}`));
  const [whole, power = "0"] = String(shifted).split("e");
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`) + 0;
}
