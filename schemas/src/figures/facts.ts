/**
 * What figures count. A dimension says which of these it can split, and a metric which of them it sums.
 *
 * | fact | one row is | split by its |
 * |---|---|---|
 * | `clicks` | a click of a person | link, place and device |
 * | `pageViews` | a page view of a person | click's link; own place and device |
 * | `sales` | a conversion that counts | click, else utm values, else what a person assigned |
 * | `orders` | a verified conversion in any status, also pending and lost ones | as `sales` |
 * | `spend` | what an ad platform reports, or people entered, of a campaign and day | campaign, source, ad and day |
 * | `expenses` | a dated expense of the costs | campaign and day |
 * | `leads` | a lead | campaign and day |
 */
export const FACTS = ['clicks', 'pageViews', 'sales', 'orders', 'spend', 'expenses', 'leads'] as const;
export type Fact = (typeof FACTS)[number];
