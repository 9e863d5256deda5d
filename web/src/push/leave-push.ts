/**
 * At sign-out: this browser gets no notice any more, also when the server did not hear of the sign-out. Part of what loads first,
 * since code that comes later may not come without a network.
 */
export async function leavePush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const notice of (await registration?.getNotifications?.()) ?? []) notice.close();
}
