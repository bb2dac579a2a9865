import type { Alerta } from '#contract/dashboard.ts'
import { DIA_MS, diaDe, formatarDia } from '#domain/data.ts'
import { type Disco, quaseCheio } from '#server/armazem/disco.ts'
import type { SituacaoDasCopias } from '#server/copia/registro.queries.ts'

/** A disk that will not do for long: before it is full, since a full one takes no answer of a customer any more. */
export function alertasDeDisco(discos: readonly Disco[]): Alerta[] {
  const problemas = discos.flatMap(({ pasta, gravavel, ...disco }) => {
    if (!gravavel)
      return [
        `O servidor não consegue gravar em ${pasta}: arquivos são recusados. Confira o disco e as permissões da pasta.`,
      ]
    if (!quaseCheio({ pasta, gravavel, ...disco })) return []
    return [
      `Restam ${tamanho(disco.livre)} de ${tamanho(disco.total)} no disco de ${pasta}. Quando acabarem, nada mais é gravado, nem as respostas dos clientes: libere espaço ou aumente o disco.`,
    ]
  })
  if (problemas.length === 0) return []
  return [
    { codigo: 'disco_cheio', titulo: 'Disco quase cheio', desde: null, mensagem: problemas.join(' '), erro: null },
  ]
}

const SEM_COPIA_MS = 2 * DIA_MS
/** Without a nightly backup for this long, the company no longer makes them, and is not warned. */
const DESISTIU_MS = 30 * DIA_MS

/** A failed backup, or nights without one, reported while there is still something to back up. `agora`: the real clock. */
export function alertasDeCopia({ ultima, erro, noturna_em }: SituacaoDasCopias, agora: Date): Alerta[] {
  const ha = (em: string | null | undefined) => (em ? agora.getTime() - Date.parse(em) : Number.POSITIVE_INFINITY)
  const parou = ha(noturna_em) < DESISTIU_MS && ha(ultima?.em) > SEM_COPIA_MS
  if (!erro && !parou) return []
  const quando = ultima ? `A última que deu certo é de ${formatarDia(diaDe(ultima.em))}.` : 'Ainda não há nenhuma.'
  const porque = erro ? `${erro.mensagem} ` : ''
  const mensagem = `${porque}${quando} No servidor, npm run backup faz uma agora e diz o que a impede.`
  const titulo = erro ? 'A cópia de segurança falhou' : 'Não há cópia de segurança recente'
  return [{ codigo: 'copia_com_erro', titulo, desde: erro?.em ?? null, mensagem, erro: null }]
}

const GIB = 2 ** 30
const tamanho = (bytes: number) =>
  bytes < GIB
    ? `${Math.floor(bytes / 2 ** 20)} MB`
    : `${(bytes / GIB).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} GB`
