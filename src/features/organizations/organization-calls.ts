import { api } from '@/api/api.ts'

/** One part for each key, the file's named after its field (docs/platform/data-api.md). */
function formOf(values: { name?: string; logo_image?: File }): FormData {
  const form = new FormData()
  if (values.name !== undefined) form.set('name', values.name)
  if (values.logo_image !== undefined) form.set('logo_image', values.logo_image)
  return form
}

/** What is done to organizations. */
export const organizationCalls = {
  async create(name: string, logo: File | null): Promise<void> {
    if (logo === null) {
      await api().data.post({ resource: 'organization', body: { name } })
      return
    }
    await api().http.request('/v7/organization', { method: 'POST', body: formOf({ name, logo_image: logo }) })
  },
  rename: (organization: number, name: string) =>
    api().data.patch({ resource: 'organization', id: organization, body: { name } }),
  changeLogo: (organization: number, logo: File) =>
    api().http.request(`/v7/organization(${organization})`, {
      method: 'PATCH',
      body: formOf({ logo_image: logo }),
    }),
  remove: (organization: number) => api().data.delete({ resource: 'organization', id: organization }),
  removeMember: (membership: number) =>
    api().data.delete({ resource: 'organization_membership', id: membership }),
}
