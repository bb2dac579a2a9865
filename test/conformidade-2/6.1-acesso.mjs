// Section 6: second factor, sessions, the password again, several administrators.
import { Secret, TOTP } from 'otpauth'
import { Client, equal, expect, fields, listOf, login, status } from '../conformance/support.mjs'
import { conflito, recusa, semente } from './mundo.mjs'

const ADMINS = '/api/admin/administradores'
const ACESSO = '/api/admin/configuracoes/acesso'
const SENHA = 'Jacaranda-4417'
const pessoa = (nome) => ({
  name: `${nome} ${semente}`,
  email: `${nome.toLowerCase()}.${semente}@exemplo.com.br`,
  password: SENHA,
  password_confirmation: SENHA,
})
/** By this machine's clock, as an authenticator app does, whatever the application's clock says. */
const codigoDe = (segredo, passos = 0) =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: Date.now() + passos * 30_000 })

export async function percorrer(mundo) {
  await administradores(mundo)
  await sessoes(mundo)
  await segundoFator(mundo)
  await exigencias(mundo)
}

async function administradores({ check, admin, operador, anonimo }) {
  const nova = pessoa('Bia')
  await check('6 administrators: made, listed, changed, blocked, reactivated, by administrators only', async () => {
    const feita = status(await admin.post(ADMINS, nova), 201).body
    fields(feita, ['id', 'name', 'email', 'status', 'created_at'])
    recusa(await admin.post(ADMINS, nova), 422, 'email')
    status(await operador.get(ADMINS), 403)
    expect(listOf(status(await admin.get(`${ADMINS}?busca=${semente}`), 200)).length === 1, 'one in the list', feita)
    equal(status(await admin.put(`${ADMINS}/${feita.id}`, { name: 'Bia Sol' }), 200).body.name, 'Bia Sol', 'name')
    equal(status(await admin.patch(`${ADMINS}/${feita.id}/bloquear`), 200).body.status, 'Bloqueado', 'status')
    status(await anonimo.post('/api/login', { email: nova.email, password: SENHA }), 403)
    equal(status(await admin.patch(`${ADMINS}/${feita.id}/reativar`), 200).body.status, 'Ativo', 'status')
    status(await admin.patch(`${ADMINS}/${feita.id}/bloquear`), 200)
  })
  await check('6 administrators: the last active one stays', async () => {
    const { user } = status(await admin.get('/api/me'), 200).body
    conflito(await admin.patch(`${ADMINS}/${user.id}/bloquear`), 'ultimo_administrador')
  })
}

async function sessoes({ check, admin, anonimo, base }) {
  await check('6 sessions: told with the present one marked, ended one by one', async () => {
    const quem = pessoa('Caio')
    status(await admin.post('/api/admin/operadores', quem), 201)
    const [aqui, outra] = [await login(anonimo, quem.email, SENHA), await login(anonimo, quem.email, SENHA)]
    const lista = listOf(status(await aqui.get('/api/me/sessoes'), 200))
    equal(lista.filter(({ atual }) => atual).length, 1, 'present sessions')
    const { id } = lista.find(({ atual }) => !atual)
    status(await aqui.delete(`/api/me/sessoes/${id}`), 204)
    status(await outra.get('/api/me'), 401)
    status(await admin.delete(`/api/me/sessoes/${lista.find(({ atual }) => atual).id}`), 404)
    recusa(await aqui.post('/api/me/confirmar', { password: 'errada-errada' }), 422, 'password')
    status(await aqui.post('/api/me/confirmar', { password: SENHA }), 204)
    status(await new Client(base, 'nada').get('/api/me/sessoes'), 401)
  })
}

async function segundoFator({ check, admin, anonimo }) {
  const quem = pessoa('Dora')
  const entrar = (codigo) =>
    anonimo.post('/api/login', { email: quem.email, password: SENHA, ...(codigo && { codigo }) })
  await check('6 second factor: set up, asked for, each code once, recovery, reset', async () => {
    const { id } = status(await admin.post('/api/admin/operadores', quem), 201).body
    const dora = await login(anonimo, quem.email, SENHA)
    const { segredo, otpauth, qr } = status(await dora.post('/api/me/segundo-fator'), 201).body
    expect(otpauth.startsWith('otpauth://totp/') && qr.startsWith('data:image/'), 'an address and a picture', otpauth)
    recusa(await dora.post('/api/me/segundo-fator/confirmar', { codigo: codigoDe(segredo, 40) }), 422, 'codigo')
    const confirmar = { codigo: codigoDe(segredo) }
    const { codigos } = status(await dora.post('/api/me/segundo-fator/confirmar', confirmar), 200).body
    equal(codigos.length, 10, 'recovery codes')
    equal(status(await entrar(), 401).body.codigo, 'segundo_fator', 'codigo')
    status(await entrar(confirmar.codigo), 401)
    status(await entrar(codigos[0]), 200)
    status(await entrar(codigos[0]), 401)
    status(await entrar(codigoDe(segredo, 1)), 200)
    recusa(
      await dora.delete('/api/me/segundo-fator', { password: 'errada-errada', codigo: codigos[1] }),
      422,
      'password',
    )
    status(await dora.delete('/api/me/segundo-fator', { password: SENHA, codigo: codigos[1] }), 204)
    status(await entrar(), 200)
    status(await admin.delete(`/api/admin/operadores/${id}/segundo-fator`), 200)
  })
  await check(
    '6 second factor: where it is demanded, who has none reaches their own account and the way out',
    async () => {
      const nina = pessoa('Nina')
      status(await admin.post(ADMINS, nina), 201)
      const dela = await login(anonimo, nina.email, SENHA)
      const { segredo } = status(await dela.post('/api/me/segundo-fator'), 201).body
      status(await dela.post('/api/me/segundo-fator/confirmar', { codigo: codigoDe(segredo) }), 200)
      status(await dela.put(ACESSO, { exigir_segundo_fator: true }), 200)
      const semEle = await login(anonimo, quem.email, SENHA)
      try {
        equal(status(await semEle.get('/api/operador/dashboard'), 403).body.codigo, 'ative_o_segundo_fator', 'codigo')
        equal(status(await admin.get(ADMINS), 403).body.codigo, 'ative_o_segundo_fator', 'codigo')
        status(await semEle.get('/api/me'), 200)
        status(await semEle.get('/api/me/sessoes'), 200)
        status(await semEle.post('/api/me/segundo-fator'), 201)
        status(await semEle.post('/api/logout'), 204)
      } finally {
        status(await dela.put(ACESSO, { exigir_segundo_fator: false }), 200)
      }
      status(await admin.get(ADMINS), 200)
      const { id } = status(await dela.get('/api/me'), 200).body.user
      status(await admin.patch(`${ADMINS}/${id}/bloquear`), 200)
    },
  )
}

async function exigencias({ check, admin, anonimo }) {
  await check('6 access: what is demanded keeps from all but one’s own account', async () => {
    const antes = status(await admin.get(ACESSO), 200).body
    recusa(await admin.put(ACESSO, { sessao_ociosa_horas: 13 }), 422, 'sessao_ociosa_horas')
    const quem = pessoa('Eva')
    status(await admin.post('/api/admin/operadores', quem), 201)
    const eva = await login(anonimo, quem.email, SENHA)
    status(await admin.put(ACESSO, { exigir_troca_de_senha: true }), 200)
    equal(status(await eva.get('/api/operador/dashboard'), 403).body.codigo, 'troque_a_senha', 'codigo')
    status(await eva.get('/api/me'), 200)
    const nova = 'Umbuzeiro-3391'
    const senhas = { password_atual: SENHA, password: nova, password_confirmation: nova }
    status(await eva.put('/api/me/senha', senhas), 204)
    status(await (await login(anonimo, quem.email, nova)).get('/api/operador/dashboard'), 200)
    status(await admin.put(ACESSO, antes), 200)
  })
}
