import { botao, type Estado, mudando, responder, texto } from './estado.ts'

const SEGREDO = {
  segredo: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauth: 'otpauth://totp/x',
  qr: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
}
const CODIGOS = { codigos: Array.from({ length: 10 }, (_, i) => `ABCD-EFGH-JKL${i}`) }

/** One's own account: without and with a second factor, and with other sessions. */
export function conta(papel: 'admin' | 'operador'): Estado[] {
  const rota = `/${papel}/conta`
  const ativo: NonNullable<Estado['respostas']> = [
    [/\/me\/segundo-fator$/, responder({ ativo: true, ativado_em: '2026-11-20T12:00:00.000Z', codigos_restantes: 2 })],
  ]
  const comecando: NonNullable<Estado['respostas']> = [
    [
      /\/me\/segundo-fator$/,
      (pedido) =>
        pedido.request().method() === 'POST'
          ? pedido.fulfill({ status: 201, json: SEGREDO })
          : pedido.fulfill({ json: { ativo: false, ativado_em: null, codigos_restantes: 0 } }),
    ],
    [/\/segundo-fator\/confirmar$/, responder(CODIGOS)],
  ]
  const outra = { id: 9_999, navegador: null, ip: '198.51.100.7', atual: false }
  return [
    { rota },
    { rota, nome: 'segundo fator ativo', respostas: ativo, ver: texto('Restam poucos') },
    { rota, nome: 'desativar', respostas: ativo, abrir: botao('Desativar') },
    { rota, nome: 'trocar senha', abrir: botao('Trocar senha') },
    { rota, nome: 'ativar', respostas: comecando, abrir: botao('Ativar segundo fator') },
    {
      rota,
      nome: 'códigos de recuperação',
      respostas: comecando,
      fazer: async (pagina) => {
        await botao('Ativar segundo fator')(pagina)
        await pagina.getByLabel('Código que o aplicativo mostra').fill('123456')
        await pagina.getByRole('button', { name: 'Ativar', exact: true }).click()
        await pagina.getByText('ABCD-EFGH-JKL0').waitFor()
      },
    },
    {
      rota,
      nome: 'outra sessão',
      respostas: [
        [
          /\/me\/sessoes$/,
          mudando(({ data }) => ({ data: [...(data as object[]), { ...(data as object[])[0], ...outra }] })),
        ],
      ],
      ver: texto('Outro programa'),
    },
  ]
}

/** The sign-in rules, and the password asked again before they change. */
export function acesso(): Estado[] {
  const rota = '/admin/acesso'
  const horas = 'Sessão sem uso termina em'
  return [
    { rota },
    {
      rota,
      nome: 'horas que não são',
      fazer: async (pagina) => {
        await pagina.getByLabel(horas).fill('30')
        await pagina.getByLabel(horas).blur()
      },
    },
    {
      rota,
      nome: 'confirme a senha',
      respostas: [
        [
          /\/configuracoes\/acesso$/,
          (pedido) =>
            pedido.request().method() === 'PUT'
              ? pedido.fulfill({ status: 403, json: { message: 'Confirme.', codigo: 'confirme_a_senha' } })
              : pedido.fallback(),
        ],
      ],
      fazer: async (pagina) => {
        await pagina.getByLabel(horas).fill('8')
        await pagina.getByRole('button', { name: 'Salvar' }).click()
        await pagina.getByText('Confirme a sua senha').waitFor()
      },
    },
  ]
}

/** The administrators: one alone, and another who is blocked and has a second factor. */
export function administradores(): Estado[] {
  const rota = '/admin/administradores'
  const outro = { id: 9_999, name: 'Lia Reis', email: 'lia@empresa.example', status: 'Bloqueado', segundo_fator: true }
  const dois: NonNullable<Estado['respostas']> = [
    [
      /\/api\/admin\/administradores/,
      mudando((um) => ({ ...um, data: [...(um.data as object[]), { ...(um.data as object[])[0], ...outro }] })),
    ],
  ]
  return [
    { rota, nome: 'novo', abrir: botao('Novo administrador') },
    { rota, nome: 'outro bloqueado', respostas: dois, ver: texto('Lia Reis') },
    { rota, nome: 'ações', respostas: dois, abrir: botao('Ações de Lia Reis') },
  ]
}
