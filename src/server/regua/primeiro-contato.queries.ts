import { proximoDiaUtil } from '#domain/calendario.ts'
import type { Dia } from '#domain/data.ts'
import { PESSOA_DESCONHECIDA } from '#domain/pessoa.ts'
import { proximoContato } from '#domain/proximo-contato.ts'
import type { Db } from '#server/db/schema.ts'
import { lerMomento } from './momento.queries.ts'

/** The first day on which a new customer who may be written to would get a message about accounts due on these days. */
export async function primeiroContatoDe(db: Db, vencimentos: readonly Dia[], agora: Date): Promise<Dia | null> {
  if (vencimentos.length === 0) return null
  const momento = await lerMomento(db, agora)
  const contas = vencimentos.map((vencimento, id) => ({
    id,
    vencimento,
    vencimentoUtil: proximoDiaUtil(vencimento, momento.calendario),
    parcelaDeAcordo: false,
    coberto: null,
    retencao: null,
  }))
  return proximoContato({ ...NUNCA_COBRADO, contas }, momento)
}

const NUNCA_COBRADO = {
  id: 0,
  contatoId: null,
  status: 'ativo',
  lugar: { uf: null, municipio: null },
  numeroValido: true,
  aceitaMensagens: true,
  bloqueado: false,
  aceitaMarketing: true,
  documento: null,
  pessoa: PESSOA_DESCONHECIDA,
  numeroChamadas: 0,
  tentativasVistas: 0,
  ultimoContatoEm: null,
  ultimoModeloDia: null,
  ultimaCobrancaDia: null,
  alcancado: false,
  cobradoHoje: false,
  pausadoAte: null,
} as const
