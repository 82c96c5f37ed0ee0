import { api } from '@/api/api.ts'

/** The application with this client id, and whether the user has authorized it before; null if there is none. */
export async function readOAuthApplication(clientId: string, signal: AbortSignal) {
  const [application] = await api().data.query('oauth_application', signal, {
    $select: ['id', 'name', 'description', 'redirect_uri', 'client_id'],
    $filter: { client_id: clientId },
    $expand: {
      oauth_application_authorization: {
        $select: ['id'],
        $filter: { belongs_to__user: api().session.claims()?.id ?? 0 },
      },
    },
  })
  return application ?? null
}
