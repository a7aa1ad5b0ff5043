// The preview in a browser: what changes, what stays, and what authors are shown beside the page.

import assert from "node:assert/strict";
import { readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { preview } from "./preview.js";
import { ROOT, browser } from "./site.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const BASE = "some/where/";
const BLOCKS = "content/demo/first/blocks.md";
const LESSON = "content/demo/lessons/short.md";
const GERMAN = "content/demo/first/german.md";

/** Milliseconds after which two tabs must show the same. */
const PATIENCE = 20_000;

/** Whether the dock has its style sheet. */
const SHOWN = () => document.querySelector("studyhall-preview")?.shadowRoot.querySelector("aside").hidden === false;

describe("watch", () => {
  let chromium, site, context, page, violations;
  before(async () => {
    chromium = await browser();
  });
  after(() => chromium.close());
  beforeEach(async () => {
    // Nothing else names the file that comes and goes.
    site = await preview(join(ROOT, "tests/site/mixed"), ({ read, put }) =>
      put(LESSON, read(LESSON).replace("[question](../first/blocks.md)", "question")),
    );
    context = await chromium.newContext({ viewport: { width: 1000, height: 500 } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    page = await open(context, "demo/first/blocks/?seed=7");
  });
  afterEach(async () => {
    await context.close();
    await site.close();
    assert.deepEqual(violations, [], "the policy holds");
  });

  const open = async (within, path) => {
    violations = [];
    const res = await within.newPage();
    res.on("console", (it) => /Content Security Policy|Refused/.test(it.text()) && violations.push(it.text()));
    res.on("pageerror", (it) => violations.push(String(it)));
    await res.goto(`${site.origin}${BASE}${path}`);
    // The dock is there once the tab has been told where it stands.
    await res.locator("aside[aria-label=Preview] .bar .about").waitFor();
    await res.evaluate(() => {
      window.same = true;
    });
    return res;
  };
  const same = () => page.evaluate(() => window.same === true);
  const edit = (name, from, to) => {
    const text = site.read(name);
    assert.ok(text.includes(from), `${name} has ${from}`);
    site.put(name, text.replace(from, to));
  };
  const look = async (tab) => Number(await tab.locator("studyhall-preview").getAttribute("data-look"));
  const dock = (selector) => page.locator(`aside[aria-label=Preview] ${selector}`);
  const ids = (selector) => page.locator(selector).evaluateAll((all) => all.map((it) => it.dataset.choice));

  test("an edit comes without a reload and leaves what the learner did", async () => {
    const order = await ids(".choice");
    await page.locator(`.choice[data-choice="${order[0]}"] input`).check();
    await page.locator(`.choice[data-choice="${order[1]}"] input`).check();
    await page.locator("button.cross").click();
    await page.locator(`.choice[data-choice="${order[2]}"] label`).click();
    await page.locator("button.check").focus();
    const top = () => page.locator(".choice").nth(2).evaluate((it) => it.getBoundingClientRect().top);
    await page.evaluate(() => scrollTo(0, 500));
    const [scrolled, stood] = [await page.evaluate(() => scrollY), await top()];
    assert.ok(scrolled > 0);
    edit(BLOCKS, "What does this print?", "What does this print?\n\nA new paragraph.\n\nAnd one more.");
    await page.getByText("And one more.").waitFor();
    assert.ok(await same());
    assert.deepEqual(await ids(".choice"), order, "the same seed");
    assert.deepEqual(await ids(".choice:has(input:checked)"), order.slice(0, 2));
    assert.deepEqual(await ids(".choice[data-crossed]"), [order[2]]);
    assert.ok(await page.locator("button.check").evaluate((it) => it === document.activeElement));
    assert.ok(Math.abs((await top()) - stood) <= 1, `what was read stays where it was: ${await top()}, ${stood}`);
    assert.ok((await page.evaluate(() => scrollY)) > scrolled, "what is above has grown");
    // The new article can be answered, by mouse and by keys.
    await page.locator("button.check").click();
    await page.waitForFunction(() => document.querySelector("article").dataset.state === "checked");
  });

  test("an answered question stays answered, and its open parts stay open", async () => {
    const order = await ids(".choice");
    for (const at of [0, 1]) await page.locator(`.choice[data-choice="${order[at]}"] input`).check();
    await page.evaluate(() => {
      window.responses = 0;
      document.addEventListener("response", () => window.responses++);
    });
    await page.locator("button.check").click();
    const verdicts = () => page.locator(".choice").evaluateAll((all) => all.map((it) => it.dataset.verdict));
    const before = await verdicts();
    edit(BLOCKS, "A table.", "A table, explained anew.");
    await page.getByText("explained anew").waitFor();
    assert.ok(await same());
    assert.deepEqual(await verdicts(), before);
    assert.equal(await page.locator("article").getAttribute("data-state"), "checked");
    assert.ok(await page.locator("details.breakdown").evaluate((it) => it.open));
    assert.equal(await page.evaluate(() => window.responses), 1, "answered once, not once more by the swap");
    await page.locator("button.retry").click();
    assert.equal(await page.locator("article").getAttribute("data-state"), "open");
  });

  test("keys act once on what came, not twice", async () => {
    edit(BLOCKS, "What does this print?", "What does this show?");
    await page.locator(".stem").getByText("What does this show?").waitFor();
    await page.keyboard.press("2");
    assert.equal(await page.locator(".choice input:checked").count(), 1);
    await page.keyboard.press("2");
    assert.equal(await page.locator(".choice input:checked").count(), 0);
  });

  test("a page that moved is followed", async () => {
    const id = await page.locator("article").getAttribute("data-question");
    const text = site.read(BLOCKS).replace("---\n", `---\nid: ${id}\n`);
    site.put(BLOCKS, text.replace("aliases: [/old/blocks/, /older.html]\n", ""));
    renameSync(join(site.bank, BLOCKS), join(site.bank, "content/demo/first/moved.md"));
    await page.waitForURL(/\/some\/where\/demo\/first\/moved\/\?seed=7$/);
    assert.ok(await same(), "without a reload");
    await page.locator("article.question").waitFor();
    edit("content/demo/first/moved.md", "What does this print?", "What is this now?");
    await page.locator(".stem").getByText("What is this now?").waitFor();
  });

  test("a page that is gone shows that, and comes back", async () => {
    const text = site.read(BLOCKS);
    site.remove(BLOCKS);
    await page.locator("body.not-found-page").waitFor();
    site.put(BLOCKS, text);
    await page.locator("article.question").waitFor();
  });

  test("a style sheet is exchanged without a reload and without a frame without style", async () => {
    const own = (colour) =>
      site.put("themes/own/static/style.css", `${readFileSync(join(ROOT, "themes/default/static/style.css"), "utf8")} h1 { color: ${colour} !important }`);
    own("rgb(1, 2, 3)");
    site.put("site.toml", `theme = "own"\n${site.read("site.toml")}`);
    await page.evaluate(() => {
      window.bare = 0;
      window.article = document.querySelector("article");
      const look = () => {
        if (getComputedStyle(document.querySelector(".choice label")).display === "inline") window.bare++;
        requestAnimationFrame(look);
      };
    });
    const colour = (expected) =>
      page.waitForFunction((it) => getComputedStyle(document.querySelector("h1")).color === it, expected);
    await colour("rgb(1, 2, 3)");
    own("rgb(4, 5, 6)");
    await colour("rgb(4, 5, 6)");
    await page.waitForFunction(() => document.querySelectorAll("link[href$='/style.css']").length === 1);
    assert.ok(await same());
    assert.ok(await page.evaluate(() => window.article === document.querySelector("article")), "nothing else was touched");
    assert.equal(await page.evaluate(() => window.bare), 0);
  });

  test("a changed script or policy is a reload", async () => {
    site.put("themes/own/static/question.js", `${readFileSync(join(ROOT, "themes/default/static/question.js"), "utf8")}\nwindow.changed = true;`);
    site.put("site.toml", `theme = "own"\n${site.read("site.toml")}`);
    await page.waitForFunction(() => window.changed === true);
    assert.ok(!(await same()));
  });

  test("an image that changed is shown, and stays when the page changes", async () => {
    const image = page.locator(".stem img");
    const width = () => image.evaluate((it) => it.naturalWidth);
    await page.waitForFunction(() => document.querySelector(".stem img").complete);
    const before = await width();
    const svg = "content/demo/first/rising.svg";
    // The page says nothing of it: the same size, other lines.
    const text = site.read(svg);
    const drawn = () =>
      image.evaluate((it) => fetch(it.currentSrc, { cache: "force-cache" }).then((response) => response.text()));
    site.put(svg, text.replace("</svg>", "<!-- another --></svg>"));
    await page.waitForFunction(() => document.querySelector(".stem img").src.includes("look="));
    assert.match(await drawn(), /another/);
    assert.equal(await width(), before);
    const address = await image.getAttribute("src");
    edit(BLOCKS, "What does this print?", "What does this draw?");
    await page.locator(".stem").getByText("What does this draw?").waitFor();
    assert.equal(new URL(await image.evaluate((it) => it.src)).href, new URL(address, page.url()).href);
    assert.ok(await same());
  });

  test("a tab that followed shows what a new one shows", async () => {
    const NEW = "content/demo/first/added.md";
    const good = site.read(GERMAN);
    const steps = {
      "a title": () => site.put(BLOCKS, site.read(BLOCKS).replace("---\n", "---\ntitle: Another <title> & more\n")),
      "a new question": () => site.put(NEW, "---\ntags: [C++, new]\n---\n\nHow many?\n\n- [x] One\n- [ ] Two\n"),
      "other tags": () => site.put(NEW, site.read(NEW).replace("[C++, new]", "[other]")),
      "another difficulty": () => site.put(BLOCKS, site.read(BLOCKS).replace("hard", "easy")),
      "a paragraph first, a paragraph last": () =>
        site.put(LESSON, site.read(LESSON).replace(/^(---[^]*?---\n)([^]*)$/, "$1\nFirst of all.\n$2\nLast of all.\n")),
      "one question less": () => site.remove(GERMAN),
      "the question again": () => site.put(GERMAN, good),
      "answers that always show": () =>
        site.put("site.toml", site.read("site.toml").replace("[study]", '[study]\nreveal = "always"')),
      "another title of the site, a menu": () =>
        site.put("site.toml", site.read("site.toml").replace(/^title.*$/m, 'title = "Another"\nmenu = [{ label = "Tags", url = "/tags/" }]')),
      "another theme": () => {
        const base = readFileSync(join(ROOT, "themes/default/templates/base.html"), "utf8");
        site.put("themes/own/templates/base.html", base.replace('-page">', '-page" data-own="yes">').replace("</footer>", "<p>A foot.</p>\n</footer>"));
        site.put("site.toml", `theme = "own"\n${site.read("site.toml")}`);
      },
    };
    const paths = ["demo/first/blocks/?seed=7", "demo/first/german/?seed=7", "demo/", "demo/first/", "", "tags/", "demo/lessons/short/", "authors/two-names/", "about/"];
    const tabs = [];
    for (const path of paths) {
      const tab = await context.newPage();
      await tab.goto(`${site.origin}${BASE}${path}`);
      await tab.waitForFunction(SHOWN);
      tabs.push(tab);
    }
    const state = (tab) =>
      tab.evaluate(() => {
        const html = (it) => it.outerHTML.replace(/watch\.js\?shown=[^"]*/g, "");
        const body = document.body.cloneNode(true);
        // Up to the reader.
        for (const it of body.querySelectorAll("details")) it.open = false;
        for (const it of body.querySelectorAll(".status")) it.replaceChildren();
        return { head: Array.from(document.head.children, html).sort(), body: html(body), root: document.documentElement.cloneNode(false).outerHTML };
      });
    const fresh = await context.newPage();
    for (const [what, change] of Object.entries(steps)) {
      const before = await Promise.all(tabs.map(look));
      change();
      for (const [at, tab] of tabs.entries()) {
        await tab.waitForFunction((it) => Number(document.querySelector("studyhall-preview")?.dataset.look) > it, before[at]);
        const compare = async () => {
          await fresh.goto(tab.url());
          await fresh.waitForFunction(SHOWN);
          assert.deepEqual(await state(tab), await state(fresh), `${what}: ${paths[at]}`);
        };
        // Between two files of one step there may be a look, of which one tab has heard and the other
        // has not: both must come to show the same.
        const end = Date.now() + PATIENCE;
        for (let same = false; !same; ) {
          same = await compare().then(
            () => true,
            (difference) => {
              if (Date.now() > end) throw difference;
              return false;
            },
          );
        }
      }
    }
  });

  test("other pages change only where they differ", async () => {
    await page.goto(`${site.origin}${BASE}about/`);
    await dock(".bar .about").waitFor();
    await page.evaluate(() => {
      window.heading = document.querySelector("h1");
    });
    site.put("content/about.md", `${site.read("content/about.md")}\n\nA last paragraph.\n`);
    await page.getByText("A last paragraph.").waitFor();
    assert.ok(await page.evaluate(() => window.heading === document.querySelector("h1")));
  });

  test("faults are shown, a place is copied, and they go when mended", async () => {
    const good = site.read(GERMAN);
    assert.ok(await dock(".panel.faults").isHidden());
    edit(GERMAN, "---\n", "---\nauthor: nobody-known\n");
    await dock(".panel.faults").waitFor();
    assert.match(await dock(".faults pre").first().textContent(), /\^/);
    assert.match(await dock(".faults pre").first().textContent(), /help/);
    assert.ok(await same(), "the page stays");
    assert.match(await dock(".bar .faults").textContent(), /^\d+ faults?$/);
    const place = dock(".faults .place").first();
    assert.match(await place.textContent(), /^content\/demo\/first\/german\.md:\d+$/);
    await place.click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await place.textContent());
    assert.match(await dock(".faults .edit").first().getAttribute("href"), /^vscode:\/\/file\/.*german\.md:\d+:\d+$/);

    await dock(".faults .close").click();
    assert.ok(await dock(".panel.faults").isHidden());
    assert.ok(await dock(".bar .faults").isVisible(), "it is still said");
    const before = await look(page);
    edit(BLOCKS, "What does this print?", "What?");
    await page.waitForFunction((it) => Number(document.querySelector("studyhall-preview").dataset.look) > it, before);
    assert.ok(await dock(".panel.faults").isHidden(), "the same fault does not come back");
    edit(GERMAN, "nobody-known", "nobody-else");
    await dock(".panel.faults").waitFor();
    await dock(".panel.faults").focus();
    await page.keyboard.press("Escape");
    assert.ok(await dock(".panel.faults").isHidden());
    await page.keyboard.press("Enter");
    assert.ok(await dock(".panel.faults").isVisible(), "the focus is on the button");
    site.put(GERMAN, good);
    await dock(".panel.faults").waitFor({ state: "hidden" });
    assert.ok(await dock(".bar .faults").isHidden());
    await page.locator(".stem").getByText("What?").waitFor();
  });

  test("what authors write is text in the dock too", async () => {
    edit(GERMAN, "---\n", '---\nauthor: "<img src=x onerror=alert(1)>"\n');
    await dock(".panel.faults").waitFor();
    assert.ok((await dock(".panel.faults").textContent()).includes("<img src=x"));
    assert.equal(await dock(".panel.faults img").count(), 0);
  });

  test("warnings are a number that opens", async () => {
    edit(LESSON, "---\n", "---\ncolour: blue\n");
    await dock(".bar .warnings").waitFor();
    assert.match(await dock(".bar .warnings").textContent(), /^1 warning$/);
    assert.ok(await dock(".panel.warnings").isHidden());
    await dock(".bar .warnings").focus();
    await page.keyboard.press("Enter");
    assert.match(await dock(".panel.warnings").textContent(), /colour/);
    await page.keyboard.press("Enter");
    assert.ok(await dock(".panel.warnings").isHidden());
  });

  test("the theme does not touch the dock, nor the dock the theme", async () => {
    const style = (selector) =>
      dock(selector).evaluate((it) => {
        const { position, display, color, fontSize, fontFamily, textTransform } = getComputedStyle(it);
        return { position, display, color, fontSize, fontFamily, textTransform };
      });
    const looks = async () => [await style(".bar"), await style(".bar .about"), await dock(".bar").boundingBox()];
    const before = await looks();
    const sheet = readFileSync(join(ROOT, "themes/default/static/style.css"), "utf8");
    const rude = "* { position: static !important; display: block !important; color: red !important; font: 40px serif !important; text-transform: uppercase !important }";
    site.put("themes/own/static/style.css", `${sheet} ${rude} html { font-size: 31px !important }`);
    site.put("site.toml", `theme = "own"\n${site.read("site.toml")}`);
    await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).textTransform === "uppercase");
    const [bar, button, box] = await looks();
    assert.deepEqual([bar.fontSize, box.width, box.height], [before[0].fontSize, before[2].width, before[2].height]);
    assert.deepEqual([bar.color, bar.position, bar.display, bar.textTransform], [before[0].color, before[0].position, before[0].display, "none"]);
    assert.deepEqual([button.color, button.fontFamily], [before[1].color, before[1].fontFamily]);
  });

  test("a page on which a theme runs scripts of its own is loaded again", async () => {
    site.put("themes/own/static/own.js", "window.looked = document.querySelector('.stem').textContent;");
    const template = readFileSync(join(ROOT, "themes/default/templates/question.html"), "utf8");
    const script = '<script type="module" src="{{ site.assets_url }}own.js"></script>\n{%- endblock %}\n{% block main';
    site.put("themes/own/templates/question.html", template.replace("{%- endblock %}\n{% block main", script));
    site.put("site.toml", `theme = "own"\n${site.read("site.toml")}`);
    await page.waitForFunction(() => window.looked !== undefined);
    edit(BLOCKS, "What does this print?", "What do scripts see?");
    await page.waitForFunction(() => window.looked?.includes("What do scripts see?"));
  });

  test("a question shows authors its file, id and revision", async () => {
    const id = await page.locator("article").getAttribute("data-question");
    const revision = await page.locator("article").getAttribute("data-revision");
    assert.equal(await dock(".bar .about").textContent(), "blocks.md");
    assert.ok(await dock(".panel.about").isHidden());
    await dock(".bar .about").click();
    const text = await dock(".panel.about").textContent();
    for (const part of [BLOCKS, id, revision]) assert.ok(text.includes(part), `${part} in ${text}`);
    assert.match(await dock(".about .edit").first().getAttribute("href"), /^vscode:\/\/file\/.*blocks\.md:1:1$/);
    await page.goto(`${site.origin}${BASE}tags/`);
    await page.waitForFunction(SHOWN);
    assert.ok(await dock(".bar .about").isHidden());
  });

  test("ten tabs follow", async () => {
    const tabs = [page];
    while (tabs.length < 10) tabs.push(await open(context, "demo/first/blocks/"));
    edit(BLOCKS, "What does this print?", "What do ten tabs print?");
    for (const tab of tabs) await tab.locator(".stem").getByText("What do ten tabs print?").waitFor();
  });

  test("a server that went is missed, and found again", async () => {
    await site.stop();
    await dock(".bar .lost:not(:empty)").waitFor();
    site.put(BLOCKS, site.read(BLOCKS).replace("What does this print?", "What is back?"));
    await site.start();
    await page.locator(".stem").getByText("What is back?").waitFor();
    await page.waitForFunction(
      () => document.querySelector("studyhall-preview").shadowRoot.querySelector(".lost").textContent === "",
    );
  });

  test("nothing of it is printed, and nothing is wider than a phone", async () => {
    edit(GERMAN, "---\n", "---\nauthor: nobody-known\n");
    await dock(".panel.faults").waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    for (const selector of [".panel.faults", ".bar"]) {
      const box = await dock(selector).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 320, `${selector}: ${JSON.stringify(box)}`);
    }
    await page.emulateMedia({ media: "print" });
    assert.ok(await dock(".bar").isHidden());
    assert.ok(await dock(".panel.faults").isHidden());
  });

  for (const look of [
    { name: "light", viewport: { width: 1280, height: 900 } },
    { name: "dark", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
    { name: "narrow", viewport: { width: 320, height: 700 } },
    { name: "narrow and dark", viewport: { width: 320, height: 700 }, colorScheme: "dark" },
    { name: "forced colours", viewport: { width: 1280, height: 900 }, forcedColors: "active" },
  ]) {
    test(`axe: faults and the author's panel, ${look.name}`, async () => {
      await context.close();
      // The policy would refuse axe, which is no part of the page.
      context = await chromium.newContext({ ...look, bypassCSP: true, reducedMotion: "reduce" });
      page = await open(context, "demo/first/blocks/");
      const check = async (what) => {
        await page.evaluate(AXE);
        const found = await page.evaluate(async () => {
          const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
          return (await window.axe.run({ runOnly: tags })).violations;
        });
        const shots = process.env.SCREENSHOTS;
        if (shots) await page.screenshot({ path: join(shots, `${what}-${look.name.replaceAll(" ", "-")}.png`) });
        const shown = found.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
        assert.deepEqual(shown, [], what);
      };
      await dock(".bar .about").click();
      await check("about");
      edit(GERMAN, "---\n", "---\nauthor: nobody-known\n");
      await dock(".panel.faults").waitFor();
      await check("faults");
      await dock(".faults .close").click();
      await check("closed");
    });
  }

  test("before there is a site its faults are the page, and the site takes its place", async () => {
    await site.close();
    let good;
    site = await preview(join(ROOT, "tests/site/mixed"), ({ read, put }) => {
      good = read(GERMAN);
      put(GERMAN, good.replace("---\n", "---\nauthor: nobody-known\n"));
    });
    await page.goto(site.origin);
    await page.getByRole("heading", { name: "There is no site to show yet" }).waitFor();
    assert.match(await page.locator("pre").first().textContent(), /german\.md/);
    await page.waitForFunction(SHOWN);
    site.put(GERMAN, site.read(GERMAN).replace("nobody-known", "nobody-else"));
    await page.locator("main pre").filter({ hasText: "nobody-else" }).waitFor();
    assert.ok(await dock(".panel.faults").isHidden(), "not twice");
    const shots = process.env.SCREENSHOTS;
    if (shots) await page.screenshot({ path: join(shots, "no-site.png") });
    site.put(GERMAN, good);
    await page.waitForURL(`${site.origin}${BASE}`);
    await page.locator("body.home-page").waitFor();
  });
});
