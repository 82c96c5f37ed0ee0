import { api } from '@/api/api.ts'
import { dataRequest, sendForm, sendRequest } from '@/api/data-request.ts'
import type { PlatformCall } from '@/lib/equivalent-command.ts'

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

/** Sends one of `organizationCalls`; as a form if it has a logo. Returns the response. */
export const sendOrganization = (call: PlatformCall): Promise<unknown> =>
  call.body !== undefined && 'logo_image' in call.body
    ? sendForm(api().http, call)
    : sendRequest(api().data, call)
