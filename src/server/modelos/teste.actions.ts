import { diaDe } from '#domain/data.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { formatarTelefone } from '#domain/grafia.ts'
import { linkDeExemplo } from '#domain/link.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { preencherPartes } from '#domain/partes-preenchidas.ts'
import { preencher } from '#domain/preenchimento.ts'
import { normalizarTelefone } from '#domain/telefone.ts'
import { contatosDe } from '#server/clientes/contatos.actions.ts'
import { clientesDosContatos } from '#server/clientes/destinatario.queries.ts'
import type { ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import { lerEmpresa } from '#server/configuracao/configuracao.queries.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { valoresInventados } from './exemplo.queries.ts'
import { exigirTipoModelo } from './modelos.actions.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'whatsapp' | 'chaveSecreta' | 'origem'>

/**
 * Sends the approved version, with made-up values, to somebody's own phone. It is no contact with a customer: it goes
 * past the queue, is kept in no conversation, and a customer's phone is refused, whose day's message it would spend.
 */
export async function enviarTeste(
  { db, relogio, whatsapp, chaveSecreta, origem }: Meios,
  dito: string,
  digitado: string,
  quem: Quem,
): Promise<{ telefone: string; conteudo: string }> {
  const tipo = exigirTipoModelo(dito)
  const telefone = normalizarTelefone(digitado)
  if (!telefone) throw new CamposInvalidos({ telefone: ['Informe o celular com DDD, como (19) 98812-4470.'] })
  const modelo = await modeloAprovado(db, tipo)
  if (!modelo) throw new RegraViolada('modelo_nao_aprovado', NAO_APROVADO)
  const api = await whatsapp.api()
  if (!api) throw new RegraViolada('whatsapp_indisponivel', 'Configure a conta do WhatsApp antes de enviar um teste.')
  const agora = relogio.agora()
  const contatoId = await emTransacao(db, (trx) => contatoDeTeste(trx, chaveSecreta, telefone, agora))
  const valores = valoresInventados({ ...(await lerEmpresa(db)), link: linkDeExemplo(origem) }, tipo, diaDe(agora))
  const { conteudo, parametros } = preencher(modelo.texto, valores)
  const partes = preencherPartes(modelo.partes, valores)
  const { nome, idioma } = modelo
  const referencia = `teste-${contatoId}-${agora.getTime()}`
  recusarFalha(await api.enviarModelo({ para: telefone, nome, idioma, parametros, partes, referencia }))
  await registrar(db, {
    agora,
    acao: 'modelo.testar',
    descricao: `Enviou um teste do modelo “${MODELOS_PADRAO[tipo].titulo}”.`,
    ...quem,
    dados: { tipo, contato_id: contatoId },
  })
  return { telefone: formatarTelefone(telefone), conteudo }
}

const NAO_APROVADO =
  'Nenhuma versão deste modelo pode sair agora. Espere a aprovação da Meta, ou o fim da pausa, e teste de novo.'

async function contatoDeTeste(trx: Trx, chaveSecreta: Buffer, telefone: string, agora: Date): Promise<number> {
  const contatoId = (await contatosDe(trx, chaveSecreta, [telefone], 'teste', agora)).get(telefone)!
  if ((await clientesDosContatos(trx, [contatoId])).length > 0) {
    throw new RegraViolada(
      'telefone_de_cliente',
      'Este número é de um cliente e o teste gastaria a mensagem do dia dele. Use o seu próprio celular.',
    )
  }
  const { aceita_mensagens } = await trx
    .selectFrom('contato')
    .select('aceita_mensagens')
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (!aceita_mensagens)
    throw new RegraViolada('nao_aceita_mensagens', 'Quem usa este número pediu para não receber mensagens.')
  return contatoId
}

function recusarFalha(resultado: ResultadoEnvio) {
  if (resultado.tipo === 'aceita') return
  if (resultado.tipo === 'recusada') {
    const { frase, providencia, codigo } = resultado.erro
    throw new RegraViolada('teste_recusado', `${frase} ${providencia} (código ${codigo})`)
  }
  throw new RegraViolada('teste_recusado', `Não foi possível falar com a Meta. ${resultado.detalhe}`)
}
