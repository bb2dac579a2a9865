// Documents and phones as people read them: apart from how they are checked, which no screen begins with.

/** 52998224725 → "529.982.247-25"; AB1CD2EG000114 → "AB.1CD.2EG/0001-14". */
export function formatarDocumento(documento: string): string {
  if (documento.length === 11) return documento.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  if (documento.length === 14) return documento.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
  return documento
}

/** +5511987654321 → "(11) 98765-4321"; a foreign number stays as it is. */
export function formatarTelefone(telefone: string): string {
  const partes = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(telefone)
  return partes ? `(${partes[1]}) ${partes[2]}-${partes[3]}` : telefone
}
