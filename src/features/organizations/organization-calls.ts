import { api } from '@/api/api.ts'
import { dataRequest, sendForm } from '@/api/data-request.ts'

/** Changes of organizations. */
export const organizationCalls = {
  async create(name: string, logo: File | null): Promise<void> {
    if (logo === null) {
      await api().data.post({ resource: 'organization', body: { name } })
      return
    }
    await sendForm(
      api().http,
      dataRequest('post', { resource: 'organization', body: { name, logo_image: logo } }),
    )
  },
  changeLogo: (organization: number, logo: File) =>
    sendForm(
      api().http,
      dataRequest('patch', { resource: 'organization', id: organization, body: { logo_image: logo } }),
    ),
}
