// Section 6: a forgotten password, with mail configured.
import { createOperator, equal, expect, login, status, until } from '../conformance/support.mjs'
import { recusa, semente } from './mundo.mjs'

const SENHA = 'Jacaranda-4417'
const NOVA = 'Umbuzeiro-3391'
/** How long to wait before concluding that no mail comes: mail waits for the server's answer, and a deferred one leaves seconds later. */
const SEM_PRESSA = { ms: 60_000 }
const nova = (token, campos) => ({ token, password: NOVA, password_confirmation: NOVA, ...campos })

export async function percorrer({ check, admin, anonimo, emails }) {
  const pessoa = { name: `Gil ${semente}`, email: `gil.${semente}@exemplo.com.br`, password: SENHA }
  const pedir = (email) => anonimo.post('/api/senha/esqueci', { email })
  const recebidos = () => emails().filter(({ para }) => para.includes(pessoa.email))
  const tokenDe = ({ texto }) => new URLSearchParams(new URL(/https?:\S+/.exec(texto)[0]).hash.slice(1)).get('token')

  await check('6 forgotten password: always 204, mailed to whoever is somebody, and good for one change', async () => {
    const { id } = await createOperator(admin, pessoa)
    const gil = await login(anonimo, pessoa.email, SENHA)
    for (const email of ['ninguem@exemplo.com.br', pessoa.email])
      equal(status(await pedir(email), 204).text, '', 'body')
    recusa(await anonimo.post('/api/senha/esqueci', {}), 422, 'email')
    expect(await until(() => recebidos().length === 1, SEM_PRESSA), 'one mail', emails().length)
    const token = tokenDe(recebidos()[0])
    recusa(await anonimo.post('/api/senha/nova', nova('outro')), 422, 'token')
    recusa(await anonimo.post('/api/senha/nova', nova(token, { password: '1234567890' })), 422, 'password')
    recusa(
      await anonimo.post('/api/senha/nova', nova(token, { password_confirmation: 'x' })),
      422,
      'password_confirmation',
    )
    status(await anonimo.post('/api/senha/nova', nova(token)), 204)
    recusa(await anonimo.post('/api/senha/nova', nova(token)), 422, 'token')
    status(await gil.get('/api/me'), 401)
    status(await anonimo.post('/api/login', { email: pessoa.email, password: SENHA }), 401)
    await login(anonimo, pessoa.email, NOVA)
    for (let vez = 2; vez <= 4; vez += 1) status(await pedir(pessoa.email), 204)
    expect(await until(() => recebidos().length >= 3, SEM_PRESSA), 'three mails', recebidos().length)
    // The fourth request in an hour gets the same answer, but no mail, although the next one in the queue is sent.
    const outra = { ...pessoa, name: `Ivo ${semente}`, email: `ivo.${semente}@exemplo.com.br` }
    await createOperator(admin, outra)
    status(await pedir(outra.email), 204)
    expect(
      await until(() => emails().some(({ para }) => para.includes(outra.email)), SEM_PRESSA),
      'his mail',
      emails().length,
    )
    equal(recebidos().length, 3, 'mails in an hour')
    status(await admin.patch(`/api/admin/operadores/${id}/bloquear`), 200)
    status(await pedir(pessoa.email), 204)
    expect(
      emails().every(({ para }) => !para.includes('ninguem@exemplo.com.br')),
      'mail to nobody',
      emails().length,
    )
  })
}
