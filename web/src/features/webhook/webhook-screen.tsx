export default function WebhookScreen() {
  return null;
}
