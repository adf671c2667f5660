/** Compares the two sides of a hold-out. Pure. */

/** Installs that joined, and those of them that paid. */
type Side = { joined: number; paid: number };

/** With fewer, the interval says nothing. */
export const minJoined = 100;
export const minPaid = 5;

/** Of 95%. */
const z = 1.959964;

/** Wilson's interval of a share. */
function intervalOf({ joined, paid }: Side): { low: number; high: number } {
  const share = paid / joined;
  const middle = share + (z * z) / (2 * joined);
  const spread = z * Math.sqrt((share * (1 - share)) / joined + (z * z) / (4 * joined * joined));
  const whole = 1 + (z * z) / joined;
  return { low: (middle - spread) / whole, high: (middle + spread) / whole };
}

type Comparison = { difference: number; low: number; high: number };

/** The share of members who paid less that of the held out, with Newcombe's interval of 95%. Null if there are too few. */
export function compareSides(members: Side, heldOut: Side): Comparison | null {
  if (Math.min(members.joined, heldOut.joined) < minJoined || members.paid + heldOut.paid < minPaid)
    return null;
  const [a, b] = [intervalOf(members), intervalOf(heldOut)];
  const [p, q] = [members.paid / members.joined, heldOut.paid / heldOut.joined];
  return {
    difference: p - q,
    low: p - q - Math.hypot(p - a.low, b.high - q),
    high: p - q + Math.hypot(a.high - p, q - b.low),
  };
}
