import type { ResultadoXml } from '#contract/importacoes.ts'
import { plural } from '#web/ui/formatos.ts'

type Pendencia = ResultadoXml['pendencias'][number]
export type Motivo = Pendencia['motivo']

export const MOTIVOS: Record<Motivo, { titulo: (n: number) => string; texto: string }> = {
  sem_vencimento: {
    titulo: (n) => plural(n, 'documento sem vencimento', 'documentos sem vencimento'),
    texto: 'O documento não traz duplicata. Vira uma conta só, com o prazo que você disser.',
  },
  sem_protocolo: {
    titulo: (n) => plural(n, 'nota sem protocolo de autorização', 'notas sem protocolo de autorização'),
    texto: 'Nada no arquivo comprova a autorização da SEFAZ. Aceite só se você conferiu.',
  },
  chave_invalida: {
    titulo: (n) => plural(n, 'nota com dígito errado na chave de acesso', 'notas com dígito errado na chave de acesso'),
    texto: 'A chave não confere: pode ser uma cópia alterada. Aceite só se você conferiu.',
  },
}

/** Days from the issue, as a person types them. */
export const diasValidos = (dias: string) => /^\d{1,3}$/.test(dias)

const documentoDe = (pendencia: Pendencia) => `${pendencia.arquivo}|${pendencia.chave_nfe}`

/** One group a reason, in a fixed order. */
export function porMotivo(pendencias: Pendencia[]): { motivo: Motivo; itens: Pendencia[] }[] {
  return (Object.keys(MOTIVOS) as Motivo[])
    .map((motivo) => ({ motivo, itens: pendencias.filter((uma) => uma.motivo === motivo) }))
    .filter((grupo) => grupo.itens.length > 0)
}

/** The documents that wait, and their value: one that waits for two reasons counts once. */
export const queEsperam = (pendencias: readonly Pendencia[]) =>
  aceitas(pendencias, new Set(Object.keys(MOTIVOS) as Motivo[]))

/** The documents that the accepted reasons let in: each must have all of its reasons accepted. */
export function aceitas(pendencias: readonly Pendencia[], aceitar: ReadonlySet<Motivo>) {
  const documentos = new Map<string, Pendencia[]>()
  for (const uma of pendencias) documentos.set(documentoDe(uma), [...(documentos.get(documentoDe(uma)) ?? []), uma])
  const entram = [...documentos.values()].filter((motivos) => motivos.every((uma) => aceitar.has(uma.motivo)))
  const centavos = entram.reduce((soma, motivos) => soma + Math.round((motivos[0]?.valor ?? 0) * 100), 0)
  const contas = entram.reduce((soma, motivos) => soma + (motivos[0]?.contas ?? 0), 0)
  return { documentos: entram.length, contas, valor: centavos / 100 }
}

/** Documents are accepted without the days in which they fall due. */
export const semDias = ({ aceitar, dias }: Decisoes) => aceitar.has('sem_vencimento') && !diasValidos(dias)

export interface Decisoes {
  aceitar: ReadonlySet<Motivo>
  dias: string
  vincular: boolean
}
