import { useQuery } from '@tanstack/react-query'
import type { TokenDeAcesso } from '#contract/integracoes.ts'
import { agora } from '#web/api/agora.ts'
import { abrirDocumentacao } from '#web/shell/abrirDocumentacao.ts'
import { Button } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/confirmar.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { diaEHora, ultimaVez } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { CartaoDaLista } from './CartaoDaLista.tsx'
import { useIntegracoes } from './integracoes.api.ts'
import { tokensQuery } from './integracoes.queries.ts'
import { DO_ESCOPO } from './palavras.ts'

const TokenDialog = onDemand(() => import('./TokenDialog.tsx'), 'TokenDialog')
const criar = () => void abrir((fechar) => <TokenDialog aoFechar={() => fechar()} />)

/** The tokens that let other programs in. */
export const TokensCard = () => (
  <CartaoDaLista
    titulo="Tokens de acesso"
    texto="Permitem que outro programa da empresa (o ERP, por exemplo) cadastre clientes e contas e registre pagamentos."
    vazio="Nenhum programa tem acesso."
    acao="Novo token"
    outra={<Button onClick={() => void abrirDocumentacao('/api/docs/integracao')}>Documentação</Button>}
    aoCriar={criar}
    consulta={useQuery(tokensQuery)}
  >
    {(token) => <Token token={token} />}
  </CartaoDaLista>
)

function Token({ token }: { token: TokenDeAcesso }) {
  const { revogar } = useIntegracoes()
  const tirar = async () => {
    const certo = await confirmar({
      titulo: `Revogar o token de ${token.nome}?`,
      texto: 'O programa que o usa deixa de entrar na hora. O que ele já fez fica como está.',
      acao: 'Revogar token',
      perigo: true,
    })
    if (certo) revogar.mutate(token.id)
  }
  return (
    <>
      <div className="grow">
        <b>{token.nome}</b>
        <p className="cinza">{token.escopos.map((escopo) => DO_ESCOPO[escopo]).join(' · ')}</p>
        <p className="menor cinza">
          {usoDe(token)}, criado por {token.autor.name} em {diaEHora(token.created_at)}
          {token.expira_em && `, ${validadeDe(token.expira_em)}`}
        </p>
      </div>
      <Button variant="outlined" danger loading={revogar.isPending} onClick={() => void tirar()}>
        Revogar
      </Button>
    </>
  )
}

const usoDe = ({ usado_em }: TokenDeAcesso) => (usado_em ? `Usado ${ultimaVez(usado_em, agora())}` : 'Ainda não usado')

const validadeDe = (instante: string) =>
  Date.parse(instante) > agora().getTime() ? `vale até ${diaEHora(instante)}` : `venceu em ${diaEHora(instante)}`
