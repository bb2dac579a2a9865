import CloseOutlined from '@mui/icons-material/CloseOutlined'
import LogoutOutlined from '@mui/icons-material/LogoutOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sair } from '#web/api/sair.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { cor, tons } from '#web/theme.ts'
import { Dica } from '#web/ui/Dica.tsx'
import type { Badges } from './contarBadges.ts'
import { type ItemMenu, itensDe } from './itensMenu.tsx'
import { PessoaDoMenu } from './PessoaDoMenu.tsx'

interface Props {
  badges: Badges
  trilho?: boolean
  /** Only the temporary drawer of a phone closes: by choosing, by ×, by the scrim. */
  aoFechar?: () => void
}

/** The whole menu: who is signed in, the role's screens with their counts, and the way out. */
export function Menu({ badges, trilho = false, aoFechar }: Props) {
  const usuario = useUsuario()
  const caminho = useRouterState({ select: (estado) => estado.location.pathname })
  const celular = Boolean(aoFechar)
  return (
    <Box
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', py: 3, overflowX: 'hidden', overflowY: 'auto' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, mb: 3, flexShrink: 0 }}>
        <PessoaDoMenu trilho={trilho} />
        {aoFechar && (
          <IconButton aria-label="Fechar menu" onClick={aoFechar} sx={{ ml: 'auto' }}>
            <CloseOutlined />
          </IconButton>
        )}
      </Box>
      <Box component="nav" aria-label="Menu principal" sx={{ flexGrow: 1 }}>
        <Box
          component="ul"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '2px' }}
        >
          {itensDe(usuario.role).map((item) => (
            <li key={item.para}>
              <ItemDoMenu
                item={item}
                total={item.badge ? badges[item.badge.de] : 0}
                atual={caminho === item.para}
                trilho={trilho}
                celular={celular}
                aoEscolher={aoFechar}
              />
            </li>
          ))}
        </Box>
      </Box>
      <Box sx={{ borderTop: `1px solid ${cor.divider}`, pt: 2, mt: 2 }}>
        <Linha trilho={trilho} celular={celular} dica="Sair" onClick={() => void sair()}>
          <LogoutOutlined sx={{ fontSize: 20, color: 'text.secondary' }} aria-hidden />
          <Palavra trilho={trilho}>Sair</Palavra>
        </Linha>
      </Box>
    </Box>
  )
}

interface ItemProps {
  item: ItemMenu
  total: number
  atual: boolean
  trilho: boolean
  celular: boolean
  aoEscolher: (() => void) | undefined
}

function ItemDoMenu({ item, total, atual, trilho, celular, aoEscolher }: ItemProps) {
  const Icone = atual ? item.cheio : item.icone
  const contagem = item.badge && total > 0 ? item.badge.emPalavras(total) : ''
  return (
    <Linha
      trilho={trilho}
      celular={celular}
      atual={atual}
      para={item.para}
      onClick={aoEscolher}
      dica={
        <>
          {item.rotulo}
          {contagem && <small>{contagem}</small>}
        </>
      }
    >
      <Icone sx={{ fontSize: 20, color: atual ? undefined : 'text.secondary' }} aria-hidden />
      <Palavra trilho={trilho}>{item.rotulo}</Palavra>
      {item.badge && total > 0 && <Contador total={total} tom={item.badge.tom} trilho={trilho} emPalavras={contagem} />}
    </Linha>
  )
}

const LIMITE_CONTADOR = 99_999
function Contador({
  total,
  tom,
  trilho,
  emPalavras,
}: {
  total: number
  tom: 'warning' | 'error'
  trilho: boolean
  emPalavras: string
}) {
  const aparencia = trilho
    ? {
        position: 'absolute' as const,
        top: 1,
        right: 2,
        background: tons[tom].solid,
        color: '#FFF',
        outline: '2px solid #FFF',
        fontSize: 12,
      }
    : { ml: 'auto', background: tons[tom].fundo, color: tons[tom].texto, fontSize: 13 }
  return (
    <Box
      component="span"
      data-badge={tom}
      sx={{
        flexShrink: 0,
        minWidth: trilho ? 18 : 22,
        height: trilho ? 18 : 22,
        px: trilho ? 1 : 1.5,
        borderRadius: '11px',
        display: 'grid',
        placeItems: 'center',
        fontWeight: 500,
        lineHeight: 1,
        ...aparencia,
      }}
    >
      <span aria-hidden>{total > LIMITE_CONTADOR ? `${LIMITE_CONTADOR}+` : total}</span>
      <span className="so-leitor">, {emPalavras}</span>
    </Box>
  )
}

function Palavra({ trilho, children }: { trilho: boolean; children: ReactNode }) {
  return (
    <Box component="span" className={trilho ? 'so-leitor' : ''} sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  )
}

const ComDica = ({ dica, children }: { dica: ReactNode; children: ReactNode }) =>
  dica ? <Dica dica={dica}>{children}</Dica> : children

interface LinhaProps {
  trilho: boolean
  celular: boolean
  atual?: boolean
  para?: string
  dica: ReactNode
  onClick?: (() => void) | undefined
  children: ReactNode
}

function Linha({ trilho, celular, atual = false, para, dica, onClick, children }: LinhaProps) {
  return (
    <ComDica dica={trilho ? dica : ''}>
      <ButtonBase
        {...(para ? { component: Link, to: para } : { type: 'button' })}
        onClick={onClick}
        aria-current={atual ? 'page' : undefined}
        sx={{
          position: 'relative',
          width: 'calc(100% - 16px)',
          mx: 2,
          px: 3,
          height: celular ? 48 : 44,
          gap: 3,
          justifyContent: trilho ? 'center' : 'flex-start',
          borderRadius: '8px',
          fontSize: 14,
          fontWeight: atual ? 500 : 400,
          color: atual ? cor.primaryDeep : 'text.primary',
          background: atual ? cor.primaryTint : 'transparent',
          '&:hover': { background: atual ? cor.primaryTint : cor.hover },
          '&::before': atual
            ? {
                content: '""',
                position: 'absolute',
                left: -8,
                top: 12,
                bottom: 12,
                width: 3,
                background: '#1976D2',
                borderRadius: '0 3px 3px 0',
              }
            : undefined,
        }}
      >
        {children}
      </ButtonBase>
    </ComDica>
  )
}
