import type { Modelo } from '#contract/modelos.ts'
import { diaDe } from '#domain/data.ts'
import { barrado, precisaAprovacao } from '#domain/modelo.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dia } from '#web/ui/formatos.ts'
import { cuidados } from './palavras.ts'

/** Meta's remarks on this text, and what goes out meanwhile. */
export const AvisosDoModelo = ({ modelo, mudou }: { modelo: Modelo; mudou: boolean }) => (
  <>
    {cuidados(modelo).map(({ tom, titulo, oQueFazer }) => (
      <Alert key={titulo} tom={tom}>
        <b>{titulo}</b> {oQueFazer}
      </Alert>
    ))}
    <OQueSai modelo={modelo} mudou={mudou} />
    <OBotao botao={modelo.botao_de_pagamento} />
  </>
)

/** The payment button, which Meta reviews apart: the text goes out meanwhile. */
function OBotao({ botao }: { botao: Modelo['botao_de_pagamento'] }) {
  if (!botao) return null
  const { situacao, motivo } = botao
  if (situacao === 'aprovado')
    return <p className="miudo">Sai com o botão de pagamento, quando há um código do banco.</p>
  if (barrado(botao)) return <Alert tom="warning">O botão de pagamento não sai: {motivo} O código vai no texto.</Alert>
  return <Alert tom="info">O botão de pagamento está em análise na Meta. Até lá, o código vai no texto.</Alert>
}

/** What is sent until the change is approved. */
function OQueSai({ modelo, mudou }: { modelo: Modelo; mudou: boolean }) {
  const aprovacao = precisaAprovacao(modelo.tipo)
  const emVigor = modelo.aprovado_em ? `a versão aprovada em ${dia(diaDe(modelo.aprovado_em))}` : null
  const enquanto = emVigor ? `a régua segue com ${emVigor}` : 'nada sai com este modelo'
  if (modelo.situacao === 'rejeitado' && !mudou)
    return (
      <Alert tom="error">
        A Meta recusou este texto: {modelo.motivo ?? 'sem dizer o motivo.'} Corrija e salve de novo. Até lá, {enquanto}.
      </Alert>
    )
  if (modelo.situacao === 'pausado' && !mudou)
    return (
      <Alert tom="warning">
        A Meta pausou este modelo: {modelo.motivo ?? 'sem dizer o motivo.'} Nada sai com ele até ela liberar ou até um
        texto novo ser aprovado.
      </Alert>
    )
  if (mudou)
    return (
      <Alert tom="info">
        {aprovacao
          ? `O texto novo vai para análise da Meta. Até lá, ${enquanto}.`
          : 'O texto novo passa a valer assim que for salvo.'}
      </Alert>
    )
  if (aprovacao && modelo.situacao === 'pendente')
    return <Alert tom="info">Em análise na Meta, que costuma responder em minutos. Até lá, {enquanto}.</Alert>
  if (aprovacao && modelo.situacao === 'local')
    return (
      <Alert tom="warning">
        {modelo.motivo ?? 'Este texto ainda não foi para a Meta.'} O sistema tenta de novo sozinho. Até lá, {enquanto}.
      </Alert>
    )
  return null
}
