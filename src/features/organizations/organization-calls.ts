import { api } from '@/api/api.ts'
import { dataRequest, sendForm, sendRequest } from '@/api/data-request.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'

/** Changes of organizations. */
/** Changes of organizations, as they are shown and sent. */
export const organizationCalls = {
  create: (name: string, logo: File | null) =>
    dataRequest('post', {
      resource: 'organization',
      body: { name, ...(logo === null ? {} : { logo_image: logo }) },
    }),
  changeLogo: (organization: number, logo: File) =>
    dataRequest('patch', { resource: 'organization', id: organization, body: { logo_image: logo } }),
}

/** Sends one of `organizationCalls`; as a form if it has a logo. */
export async function sendOrganization(call: PlatformCall): Promise<void> {
  if (call.body !== undefined && 'logo_image' in call.body) await sendForm(api().http, call)
  else await sendRequest(api().data, call)
}
