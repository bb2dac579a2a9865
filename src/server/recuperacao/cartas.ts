import { LINK_VALE_MINUTOS } from '#domain/recuperacao.ts'
import type { Email } from '#server/correio/correio.ts'

interface Carta {
  nome: string
  para: string
  empresa: string
  link: string
}

/** The mail with the link: as plain text, and as the simplest page that says the same. */
export function cartaDoLink({ nome, para, empresa, link }: Carta): Email {
  const antes = [
    `Olá, ${nome}.`,
    `Alguém pediu uma senha nova para o seu acesso ao Sistema de Cobrança Automática de ${empresa}. Para escolhê-la, abra este endereço:`,
  ]
  const depois = [
    `Ele vale por ${LINK_VALE_MINUTOS} minutos e serve uma vez. Um pedido mais novo o substitui.`,
    'Se não foi você, não faça nada: a sua senha continua a mesma. Se isto se repetir, avise um administrador.',
  ]
  const paragrafo = (texto: string) => `<p>${escapar(texto)}</p>`
  return {
    para,
    assunto: 'Senha nova no Sistema de Cobrança Automática',
    texto: `${[...antes, link, ...depois].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>Senha nova</title></head>
<body style="font-family: Roboto, Arial, sans-serif; font-size: 16px; line-height: 24px; max-width: 560px">
${antes.map(paragrafo).join('\n')}
<p><a href="${escapar(link)}">Escolher uma senha nova</a></p>
<p style="font-size: 13px; overflow-wrap: anywhere">${escapar(link)}</p>
${depois.map(paragrafo).join('\n')}
</body></html>
`,
  }
}

const escapar = (texto: string) =>
  texto.replace(/[&<>"]/g, (sinal) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sinal] ?? sinal)
