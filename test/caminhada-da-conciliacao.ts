import { somarDias } from '#domain/data.ts'
import { aplicarDevolucoes } from '#server/conciliacao/devolucoes.actions.ts'
import { julgarPendentes, remarcarVelhas } from '#server/conciliacao/julgar.actions.ts'
import type { Linha } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { umCredito, umPix } from './movimento.ts'
import type { PassoDaConciliacao } from './passos.ts'
import type { Pessoa, World } from './world.ts'

interface Empresa {
  world: World
  admin: Pessoa
  cliente(qual: number): Promise<number>
  chamar(pessoa: Pessoa, metodo: 'POST' | 'PUT' | 'PATCH', url: string, corpo?: object): Promise<void>
}

/** What banks and a PSP report, and what an administrator does with it. */
export async function pelaConciliacao(empresa: Empresa, passo: PassoDaConciliacao): Promise<void> {
  const { world } = empresa
  if (passo.tipo === 'julgar') return julgar(world)
  if (passo.tipo === 'chega') return chegar(empresa, passo)
  const movimentos = await world.db.selectFrom('movimento').selectAll().orderBy('id', 'desc').limit(4).execute()
  const movimento = movimentos[passo.movimento % Math.max(1, movimentos.length)]
  if (!movimento) return
  return passo.tipo === 'volta' ? voltar(world, movimento, passo.tudo) : conciliar(empresa, movimento, passo)
}

async function julgar({ db, relogio }: World): Promise<void> {
  const agora = relogio.agora()
  await remarcarVelhas(db, agora)
  while ((await julgarPendentes(db, agora)) > 0);
  while ((await aplicarDevolucoes(db, agora)) > 0);
}

/** Money for an account, or nearly that amount; reported once or twice. */
async function chegar(empresa: Empresa, passo: Extract<PassoDaConciliacao, { tipo: 'chega' }>): Promise<void> {
  const { world } = empresa
  const clienteId = await empresa.cliente(passo.cliente)
  const contas = await world.db
    .selectFrom('conta')
    .selectAll()
    .where('cliente_id', '=', clienteId)
    .orderBy('id')
    .execute()
  const conta = contas[passo.conta % Math.max(1, contas.length)]
  const pessoa = await world.db.selectFrom('cliente').select('nome').where('id', '=', clienteId).executeTakeFirst()
  if (!conta || !pessoa) return
  const aberto = Math.max(1, conta.valor_centavos - conta.pago_centavos)
  const valorCentavos = { tudo: aberto, parte: Math.ceil(aberto / 2), demais: aberto + 500 }[passo.quanto]
  const nossoNumero = `9${String(conta.id).padStart(6, '0')}1`
  if (passo.origem === 'cnab400')
    await world.db.updateTable('conta').set({ nosso_numero: nossoNumero }).where('id', '=', conta.id).execute()
  const comum = {
    valorCentavos,
    dia: somarDias(world.hoje(), -passo.haDias),
    pagador: { nome: pessoa.nome, documento: null },
  }
  const movimento: MovimentoARegistrar =
    passo.origem === 'pix'
      ? umPix(world, comum)
      : umCredito(world, {
          ...comum,
          origem: passo.origem,
          ...(passo.origem === 'cnab400' && { nossoNumero, ocorrencia: '06' }),
        })
  for (let vez = passo.deNovo ? 2 : 1; vez > 0; vez--) await registrar(world, movimento)
}

const registrar = ({ db, relogio }: World, movimento: MovimentoARegistrar) =>
  emTransacao(db, (trx) => registrarMovimentos(trx, [movimento], { agora: relogio.agora() }))

/** A full or partial refund. */
async function voltar(world: World, credito: Linha<'movimento'>, tudo: boolean): Promise<void> {
  if (credito.tipo !== 'credito') return
  const pix = credito.end_to_end_id !== null
  await registrar(world, {
    ...(pix ? umPix(world) : umCredito(world)),
    tipo: 'devolucao',
    saiu: true,
    endToEndId: credito.end_to_end_id,
    devolucaoId: `D${world.numero()}`,
    valorCentavos: tudo || !pix ? credito.valor_centavos : Math.ceil(credito.valor_centavos / 3),
    pagador: { nome: credito.pagador_nome, documento: credito.pagador_documento },
  })
}

async function conciliar(
  empresa: Empresa,
  movimento: Linha<'movimento'>,
  passo: Extract<PassoDaConciliacao, { tipo: 'concilia' }>,
): Promise<void> {
  const { world, admin } = empresa
  const chamar = empresa.chamar.bind(empresa)
  const base = '/api/admin/conciliacao'
  const url = `${base}/movimentos/${movimento.id}/${passo.acao}`
  const motivo = { motivo: 'Conferido no banco' }
  if (passo.acao === 'sugestao') return chamar(admin, 'POST', `${base}/aplicar-sugestoes`, { ids: [movimento.id] })
  if (passo.acao === 'ignorar' || passo.acao === 'desfazer' || passo.acao === 'devolvido')
    return chamar(admin, 'POST', url, motivo)
  const clienteId = await empresa.cliente(passo.cliente)
  if (passo.acao === 'credito') return chamar(admin, 'POST', url, { cliente_id: clienteId })
  if (passo.acao === 'vincular') {
    const pagamentos = await world.db.selectFrom('pagamento').select('id').orderBy('id', 'desc').limit(4).execute()
    const pagamento = pagamentos[passo.conta % Math.max(1, pagamentos.length)]
    return pagamento && chamar(admin, 'POST', url, { pagamento_id: pagamento.id })
  }
  const abertas = await world.db
    .selectFrom('conta')
    .select(['id', 'valor_centavos', 'pago_centavos'])
    .where('cliente_id', '=', clienteId)
    .where('situacao', '=', 'aberta')
    .orderBy('id')
    .execute()
  const conta = abertas[passo.conta % Math.max(1, abertas.length)]
  if (!conta) return
  const pode = movimento.credito_centavos || movimento.sem_dono_centavos || movimento.valor_centavos
  const valor = Math.min(pode, conta.valor_centavos - conta.pago_centavos) / 100
  return chamar(admin, 'POST', url, { contas: [{ id: conta.id, valor }] })
}
