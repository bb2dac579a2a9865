import { expect } from 'vitest'
import { hashDaSenha } from '#server/sessao/argon2.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { test } from '#test/world.ts'

const SENHA = 'Jacaranda-4417'
const NOVA = 'Sucupira-branca-93'

test('each act on who enters, and on what the company lets others do, says in the log who did it', async ({
  world,
}) => {
  const admin = await world.criarAdmin({ senha_hash: await hashDaSenha(SENHA) })
  const { id: cliente } = await world.criarCliente()
  const esta = world.db.selectFrom('sessao').select('id').where('usuario_id', '=', admin.id)
  const { id: primeira } = await esta.executeTakeFirstOrThrow()
  const agir = async (metodo: 'POST' | 'PUT' | 'DELETE', caminho: string, corpo?: object) => {
    const resposta = await world.chamar(admin, metodo, `/api${caminho}`, corpo)
    expect(resposta.statusCode, `${caminho} ${resposta.body}`).toBeLessThan(300)
    return resposta.statusCode === 204 ? {} : resposta.json()
  }
  const entrarDeNovo = async () => {
    admin.token = await criarSessao(world.db, admin.id, world.relogio.agora(), null)
  }
  await entrarDeNovo()
  await agir('POST', '/me/confirmar', { password: SENHA })
  await agir('DELETE', `/me/sessoes/${primeira}`)
  await agir('PUT', '/me/senha', { password_atual: SENHA, password: NOVA, password_confirmation: NOVA })
  await entrarDeNovo()
  await agir('PUT', '/admin/configuracoes/acesso', { sessao_ociosa_horas: 3 })
  const { id: token } = await agir('POST', '/admin/tokens', { nome: 'ERP', escopos: ['clientes:ler'] })
  await agir('DELETE', `/admin/tokens/${token}`)
  const { id: webhook } = await agir('POST', '/admin/webhooks', { url: 'https://8.8.8.8/x', eventos: ['conta.paga'] })
  await agir('DELETE', `/admin/webhooks/${webhook}`)
  await agir('PUT', '/admin/configuracoes/negociacao', { segundo_acordo_entrada: 20 })
  const autorizou = { origem: 'telefone', texto: 'Pode escrever.', em: world.hoje() }
  await agir('POST', `/admin/clientes/${cliente}/autorizacoes`, autorizou)
  const retido = { retida_em: world.relogio.agora(), retida_porque: 'pedido' } as const
  await world.db.updateTable('despacho').set(retido).execute()
  await agir('POST', '/admin/whatsapp/retencao/liberar', { decisao: 'cancelar' })
  await agir('POST', '/logout')
  const log = await world.db.selectFrom('log').select(['acao', 'usuario_id']).orderBy('id').execute()
  expect(log.filter(({ usuario_id }) => usuario_id === admin.id).map(({ acao }) => acao)).toEqual([
    'sessao.confirmar',
    'sessao.encerrar',
    'sessao.trocar_senha',
    'sessao.configurar',
    'integracao.criar_token',
    'integracao.revogar_token',
    'integracao.criar_webhook',
    'integracao.remover_webhook',
    'politica.mudar',
    'bloqueio.autorizar',
    'whatsapp.liberar_envio',
    'sessao.sair',
  ])
})
