// Shows operators a message about a new order, also when no page of the desk is open. It serves no pages and keeps nothing.
self.addEventListener('push', (event) => {
  const { title, url } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { tag: url, data: url, icon: '/logo.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})
