/** One style sheet for all pages. */
export const STYLES = `
:root { --ink: #1c2024; --soft: #626b76; --line: #e3e7ec; --ground: #f4f5f7; --paper: #fff; --link: #2155cd; --shade: #0004; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceff3; --soft: #98a2ae; --line: #2d333b; --ground: #14171b; --paper: #1d2127; --link: #8ab0ff; --shade: #fff5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.02em; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .75rem; scroll-margin-top: 4.5rem; }
code { font: .86em ui-monospace, 'SF Mono', Menlo, monospace; white-space: nowrap; }
.soft { color: var(--soft); }
.small { font-size: .86rem; }

.narrow { max-width: 400px; margin: 0 auto; padding: 28px 16px 48px; }
.wide { max-width: 1190px; margin: 0 auto; padding: 36px 20px 64px; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }

.card { position: relative; overflow: hidden; border-radius: 20px; background-color: var(--bg); background-size: cover; color: var(--text); box-shadow: 0 1px 2px #0003, 0 14px 34px -12px #0007; }
.card + .card { margin-top: 22px; }
.card .label { display: block; color: var(--label); font-size: .68rem; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; line-height: 1.3; }
.card .value { display: block; font-size: 1.02rem; line-height: 1.3; overflow-wrap: break-word; min-height: 1.3em; }
.card-top { display: flex; justify-content: space-between; align-items: center; gap: 12px; padding: 16px 18px 14px; }
.card-top .logo { max-height: 42px; max-width: 62%; min-width: 0; display: block; object-fit: contain; object-position: left; }
.card-top .header { text-align: right; flex-shrink: 0; max-width: 62%; }
.card-top .header .value { font-size: 1.3rem; font-weight: 600; }
.banner { display: block; width: 100%; }
.body { display: flex; gap: 14px; padding: 14px 18px 4px; }
.rows { flex: 1; min-width: 0; }
.row { display: flex; justify-content: space-between; gap: 14px; margin-bottom: 14px; }
.row > div { min-width: 0; }
.row > div:empty { flex: 1; }
.row > :last-child:not(:first-child) { text-align: right; }
.thumbnail { width: 84px; height: 84px; border-radius: 10px; object-fit: cover; }
.stamps { position: relative; display: grid; gap: 8px; padding: 16px 18px; background-size: cover; background-position: center; }
.slot { position: relative; aspect-ratio: 1; border-radius: 50%; border: 2px dashed #ffffff70; background: #0003; display: grid; place-items: center; color: #ffffffa0; font-size: .8rem; }
.slot.on { border-color: transparent; background: none; }
.slot img { width: 100%; display: block; }
.slot .mark { width: 100%; height: 100%; border-radius: 50%; background: #fff; color: #222; display: grid; place-items: center; font-size: 1.2rem; }
.slot .tier { position: absolute; right: -3px; top: -5px; width: 20px; height: 20px; border-radius: 50%; background: #ffd75e; color: #5a3d00; font-size: .7rem; line-height: 20px; text-align: center; }
.slot .tier.claimed { background: #57c785; color: #06351b; }
.stamp-count { padding: 12px 18px 0; font-size: .86rem; color: var(--label); }
.barcode { background: #fff; color: #14161a; border-radius: 12px; width: fit-content; max-width: calc(100% - 36px); margin: 8px auto 20px; padding: 14px 16px 8px; text-align: center; }
.barcode svg { display: block; margin: 0 auto; max-width: 100%; height: auto; }
.barcode.square svg { width: 148px; }
.barcode.bars svg { width: 250px; max-height: 92px; }
.barcode .text { font: .76rem/1.4 ui-monospace, Menlo, monospace; padding-top: 6px; overflow-wrap: anywhere; }
.card.ended .card-top, .card.ended .banner, .card.ended .body, .card.ended .stamps, .card.ended .barcode, .card.ended .stamp-count { opacity: .42; filter: saturate(.35); }
.ribbon { position: absolute; z-index: 2; top: 40%; left: -15%; width: 130%; transform: rotate(-14deg); padding: 8px 0; text-align: center; font-weight: 800; letter-spacing: .22em; text-transform: uppercase; color: #fff; background: #c62f3b; box-shadow: 0 4px 16px #0006; }
.ribbon.expired { background: #5b6472; }

.buttons { display: flex; flex-wrap: wrap; justify-content: center; gap: 10px; margin: 24px 0 8px; }
.buttons img { height: 46px; display: block; }
.message { background: var(--paper); border: 1px solid var(--line); border-radius: 14px; box-shadow: 0 6px 18px -12px #0006; padding: 11px 16px; margin-bottom: 18px; overflow-wrap: anywhere; }
.message strong { display: block; }
.facts { margin: 18px 0; }
.facts > div { padding: 10px 16px; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.facts > div:first-child { border-top: 0; }
.facts .label { display: block; color: var(--soft); font-size: .8rem; }
.languages { text-align: center; margin-top: 22px; font-size: .82rem; }
.languages a, .languages b { margin: 0 .35em; }
form.choices { display: flex; gap: 10px; justify-content: center; margin: 22px 0; }
button { font: inherit; font-weight: 600; border: 1px solid var(--soft); border-radius: 999px; padding: 10px 20px; background: var(--paper); color: var(--ink); cursor: pointer; }
button.main { background: var(--ink); color: var(--ground); border-color: var(--ink); }

.templates { display: grid; grid-template-columns: repeat(auto-fill, minmax(250px, 1fr)); gap: 16px; }
.tile { display: block; border-radius: 14px; background-color: var(--bg); background-size: cover; color: var(--text); min-height: 132px; padding: 14px 16px; box-shadow: 0 6px 18px -10px #0008; }
a.tile:hover { text-decoration: none; transform: translateY(-2px); }
.tile img { height: 34px; display: block; margin-bottom: 14px; }
.tile .name { font-weight: 650; line-height: 1.25; }
.tile .kind { color: var(--label); font-size: .82rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; }
th { text-align: left; font-size: .74rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); padding: 10px 14px; white-space: nowrap; }
td { padding: 9px 14px; border-top: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
td.wraps { min-width: 12rem; white-space: normal; overflow-wrap: break-word; }
td.wraps a { white-space: nowrap; }
/* Shadows at the sides where more is: two covers scroll with the table and hide them at its ends. */
.scroll { overflow-x: auto; background: linear-gradient(to right, var(--paper) 30px, transparent) left / 60px 100% local, linear-gradient(to left, var(--paper) 30px, transparent) right / 60px 100% local, linear-gradient(to right, var(--shade), transparent) left / 18px 100%, linear-gradient(to left, var(--shade), transparent) right / 18px 100%; background-repeat: no-repeat; }
.pill { display: inline-block; border-radius: 999px; padding: 1px 9px; font-size: .76rem; font-weight: 600; background: #dcf3e4; color: #12633a; }
.pill.voided { background: #fbdfe1; color: #9d1d29; }
.pill.expired { background: #e4e7ec; color: #4a5361; }
.pill.text { background: #e5e0fb; color: #4b36a8; }
.pill.email { background: #dbe9fd; color: #1d4f9c; }
.pill.walletNotification { background: #fdf0d3; color: #85560a; }
.pill.paused { background: #fdf0d3; color: #85560a; }
.parts { position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 10px 0; background: var(--ground); border-bottom: 1px solid var(--line); }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 50%; margin-right: 7px; background-color: var(--bg); border: 1px solid var(--soft); }
.empty { padding: 18px 16px; color: var(--soft); }
@media (max-width: 700px) {
  .wide { padding: 24px 14px 48px; }
  table, tbody, tr, td { display: block; }
  tr:first-child { display: none; }
  tr { padding: 9px 0; border-top: 1px solid var(--line); }
  tr:nth-child(2) { border-top: 0; }
  td, td code, td.wraps a { white-space: normal; overflow-wrap: anywhere; }
  td { position: relative; border: 0; padding: 3px 14px 3px 120px; min-height: 28px; }
  td::before { content: attr(data-title); position: absolute; left: 14px; top: 6px; font-size: .7rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); }
}
`;
