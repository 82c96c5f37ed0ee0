/** Errors of reads that find nothing, by resource. */
export const notFoundText = {
  organization: 'This organization does not exist, or you have no access to it',
  fleet: 'This fleet does not exist, or you have no access to it',
  device: 'This device does not exist, or you have no access to it',
  release: 'This release does not exist, or you have no access to it',
  image: 'This image does not exist, or you have no access to it',
  service: 'Service not found',
  key: 'This key does not exist, or you have no access to it',
  role: 'This role does not exist',
}

/** Errors of reads by a partial name or id that match more than one row. */
export const ambiguousText = {
  device: 'More than one device matches. Enter more of its UUID.',
  fleet: 'More than one fleet has this name. Add its organization.',
  release: 'More than one release matches. Enter more of its commit.',
}
