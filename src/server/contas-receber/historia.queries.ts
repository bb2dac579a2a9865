import type { z } from 'zod'
import type { verConta as contratoConta } from '#contract/ficha.ts'
import { emReais } from '#domain/dinheiro.ts'
import { calcularEncargos } from '#domain/encargos.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { buscarHistoricoDaConta } from '#server/logs/logs.queries.ts'
import { acharConta, contasNaApi, type Visao } from './contas.queries.ts'

type Detalhe = z.output<(typeof contratoConta.schema.response)[200]>
/** What other slices add is not here. */
type Historia = Omit<
  Detalhe,
  'importacao' | 'codigos' | 'dinheiro_a_caminho' | 'dinheiro_que_sobrou' | 'pagamentos'
> & {
  importacao_id: number | null
  pagamentos: Omit<Detalhe['pagamentos'][number], 'movimento'>[]
}

/** An account's story: what it owes today and why, its payments and all that was done to it. */
export async function contarHistoria(visao: Visao, id: number): Promise<Historia> {
  const { db, hoje } = visao
  const linha = await acharConta(visao, id)
  const [conta] = await contasNaApi(db, [linha], hoje)
  const taxas = await lerTaxas(db)
  const aberto = linha.situacao === 'aberta' ? linha.valor_centavos - linha.pago_centavos : 0
  const encargos = calcularEncargos(aberto, linha.vencimento_util, hoje, taxas)
  return {
    ...conta!,
    multa: emReais(encargos.multaCentavos),
    juros: emReais(encargos.jurosCentavos),
    taxas: {
      multa_percentual: taxas.multaCentesimos / 100,
      juros_percentual_mes: taxas.jurosMesCentesimos / 100,
    },
    vencimento_util: linha.vencimento_util,
    motivo_cancelamento: linha.motivo_cancelamento,
    paga_no_acordo_em: linha.paga_no_acordo_em,
    nota_cancelada: linha.nota_cancelada,
    importacao_id: linha.importacao_id,
    pagamentos: await pagamentosDa(db, id),
    historico: await buscarHistoricoDaConta(db, linha.cliente_id, id),
  }
}

async function pagamentosDa(db: Db | Trx, contaId: number): Promise<Historia['pagamentos']> {
  const pagamentos = await db
    .selectFrom('pagamento_alocacao as a')
    .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
    .leftJoin('usuario as u', 'u.id', 'p.usuario_id')
    .selectAll('p')
    .select(['a.principal_centavos', 'a.encargos_centavos', 'u.name as autor'])
    .where('a.conta_id', '=', contaId)
    .orderBy('p.pago_em')
    .orderBy('p.id')
    .execute()
  return pagamentos.map((p) => ({
    id: p.id,
    valor: emReais(p.valor_centavos),
    principal: emReais(p.principal_centavos),
    encargos: emReais(p.encargos_centavos),
    pago_em: p.pago_em,
    forma: p.forma,
    origem: p.origem,
    movimento_id: p.movimento_id,
    autor: p.usuario_id === null || p.autor === null ? null : { id: p.usuario_id, name: p.autor },
    created_at: p.criado_em,
    estornado_em: p.estornado_em,
    motivo_estorno: p.motivo_estorno,
  }))
}
